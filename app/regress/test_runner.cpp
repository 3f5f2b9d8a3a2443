#include "app/regress/test_runner.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include "app/regress/interrupt.h"
#include "app/regress/worker_process.h"

namespace sinew::app::regress {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr std::size_t kMostUndrawn = 2;  ///< one is drawn, the next waits at the door
constexpr int kMostFailedStarts = 3;     ///< in a row
constexpr double kLeastStartTime_s = 60.0;
constexpr std::chrono::milliseconds kTick{200};

/// A case that a worker has.
struct Flight {
  std::size_t index = 0;  ///< into the manifest's cases
  bool drawn = false;
  std::optional<Clock::time_point> since;  ///< when it became the one to be drawn
};

struct Worker {
  explicit Worker(WorkerProcess made) : process(std::move(made)) {}
  WorkerProcess process;
  Clock::time_point started = Clock::now();
  bool ready = false;
  bool alone = false;  ///< has one case that is to be blamed for what happens
  std::string model;   ///< of its last case: it is loaded
  std::deque<Flight> flights;
};

class Runner {
 public:
  Runner(const TestPlan& plan, const RunEvents& events)
      : plan_(plan), events_(events), results_(plan.manifest.cases.size()) {
    waiting_.assign(plan.selected.begin(), plan.selected.end());
  }

  Result<RunOutcome> run() {
    Result<Baselines> baselines = Baselines::list(baselineFolder(plan_.manifest));
    if (!baselines) return tl::unexpected(baselines.error());
    baselines_ = std::move(*baselines);
    const InterruptWatch watch;
    // Also a run without cases says who draws.
    while (!failed_ && watch.signal() == 0 && (!isDone() || !judge_)) {
      startWorkers();
      wait(watch.descriptor());
      exchange();
      endLateWorkers();
      if (events_.tick) events_.tick();
    }
    outcome_.signal = watch.signal();
    workers_.clear();
    if (failed_) return tl::unexpected(*failed_);
    for (const std::size_t index : plan_.selected) {
      if (results_[index]) {
        outcome_.cases.push_back(std::move(*results_[index]));
      } else if (stopped_) {
        outcome_.cases.push_back(
            judge_->withoutAnswer(index, CaseStatus::Skipped, "an earlier case failed"));
      }
    }
    return std::move(outcome_);
  }

 private:
  [[nodiscard]] bool hasWork() const {
    return !stopped_ && (!waiting_.empty() || !suspects_.empty());
  }
  [[nodiscard]] bool isDone() const {
    return !hasWork() && std::all_of(workers_.begin(), workers_.end(),
                                     [](const auto& worker) { return worker->flights.empty(); });
  }

  void startWorkers() {
    const std::size_t cases = waiting_.size() + suspects_.size();
    while (!failed_ && workers_.size() < plan_.jobs && (hasWork() || !judge_)) {
      const std::size_t idle = static_cast<std::size_t>(
          std::count_if(workers_.begin(), workers_.end(),
                        [](const auto& worker) { return worker->flights.empty(); }));
      if (idle > 0 && idle >= cases) return;
      Result<WorkerProcess> process = WorkerProcess::start(
          plan_.program, {plan_.gl_device, static_cast<std::uint32_t>(plan_.encoders)});
      if (!process) {
        failed_ = process.error();
        return;
      }
      workers_.push_back(std::make_unique<Worker>(std::move(*process)));
    }
  }

  void wait(int interrupt) {
    std::vector<pollfd> polls;
    if (interrupt >= 0) polls.push_back({interrupt, POLLIN, 0});
    for (const auto& worker : workers_)
      worker->process.addPolls(polls);
    ::poll(polls.data(), polls.size(), static_cast<int>(kTick.count()));
  }

  void exchange() {
    for (std::size_t i = 0; i < workers_.size() && !failed_;) {
      Worker& worker = *workers_[i];
      for (const Reply& reply : worker.process.exchange()) {
        take(worker, reply);
        if (failed_) return;
      }
      if (worker.process.ended()) {
        lose(worker);
        workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
        continue;
      }
      giveWork(worker);
      ++i;
    }
  }

  void take(Worker& worker, const Reply& reply) {
    switch (reply.kind) {
      case ReplyKind::Ready:
        return welcome(worker, reply.ready);
      case ReplyKind::Drawn:
        for (Flight& flight : worker.flights) {
          if (flight.index == reply.drawn.id) flight.drawn = true;
        }
        return startClock(worker);
      case ReplyKind::Case:
        return takeResult(worker, reply.result);
    }
  }

  void welcome(Worker& worker, const WorkerReady& ready) {
    if (!ready.error_code.empty()) {
      failed_ = Error{ready.error_code, std::nullopt, {}, ready.error};
      return;
    }
    worker.ready = true;
    failed_starts_ = 0;
    const std::string key = rendererKey(ready.renderer);
    if (!judge_) {
      outcome_.renderer_key = key;
      outcome_.renderer = fmt::format("{}; {}; {}", ready.renderer.vendor, ready.renderer.renderer,
                                      ready.renderer.version);
      judge_.emplace(plan_, std::move(baselines_), key);
    } else if (key != judge_->rendererKey()) {
      failed_ = Error{"internal",
                      std::nullopt,
                      {},
                      fmt::format("two workers have different renderers: {} and {}",
                                  judge_->rendererKey(), key)};
    }
  }

  void takeResult(Worker& worker, const CaseReply& reply) {
    const auto flight = std::find_if(worker.flights.begin(), worker.flights.end(),
                                     [&reply](const Flight& one) { return one.index == reply.id; });
    if (flight == worker.flights.end()) return;
    worker.flights.erase(flight);
    if (worker.flights.empty()) worker.alone = false;
    startClock(worker);
    finish(static_cast<std::size_t>(reply.id), judge_->judge(reply));
  }

  /// The clock of the first case that is not drawn runs.
  static void startClock(Worker& worker) {
    for (Flight& flight : worker.flights) {
      if (flight.drawn) continue;
      if (!flight.since) flight.since = Clock::now();
      return;
    }
  }

  void finish(std::size_t index, CaseResult result) {
    if (plan_.fail_fast && isFailure(result.status)) stopped_ = true;
    if (events_.done) events_.done(result);
    results_[index] = std::move(result);
  }

  void giveWork(Worker& worker) {
    if (!worker.ready || worker.process.ended()) return;
    while (hasWork() && !worker.alone) {
      if (!suspects_.empty()) {
        if (!worker.flights.empty()) return;
        worker.alone = true;
        send(worker, suspects_.front());
        suspects_.pop_front();
        return;
      }
      const auto undrawn = std::count_if(worker.flights.begin(), worker.flights.end(),
                                         [](const Flight& flight) { return !flight.drawn; });
      if (static_cast<std::size_t>(undrawn) >= kMostUndrawn) return;
      if (worker.flights.size() >= plan_.encoders + 2 + kMostUndrawn) return;
      const auto next = choose(worker);
      const std::size_t index = *next;
      waiting_.erase(next);
      send(worker, index);
    }
  }

  /// A case of the model that the worker has loaded; else of one that no other worker has; else the
  /// next.
  std::deque<std::size_t>::iterator choose(const Worker& worker) {
    const auto modelOf = [this](std::size_t index) -> const std::string& {
      return plan_.manifest.cases[index].model_path;
    };
    const auto same = std::find_if(waiting_.begin(), waiting_.end(), [&](std::size_t index) {
      return modelOf(index) == worker.model;
    });
    if (same != waiting_.end()) return same;
    const auto free = std::find_if(waiting_.begin(), waiting_.end(), [&](std::size_t index) {
      return std::none_of(workers_.begin(), workers_.end(),
                          [&](const auto& other) { return other->model == modelOf(index); });
    });
    return free != waiting_.end() ? free : waiting_.begin();
  }

  void send(Worker& worker, std::size_t index) {
    worker.model = plan_.manifest.cases[index].model_path;
    worker.flights.push_back({index, false, std::nullopt});
    startClock(worker);
    worker.process.send(judge_->requestFor(index));
  }

  /// A worker is gone: says which case did it, or finds out.
  void lose(Worker& worker) {
    const bool was_ready = worker.ready;
    const std::string how = worker.process.end();
    if (!was_ready && ++failed_starts_ >= kMostFailedStarts) {
      failed_ = Error{"internal",
                      std::nullopt,
                      {},
                      fmt::format("a worker ended with {} before it could draw", how)};
      return;
    }
    if (worker.flights.size() == 1) {
      const std::size_t index = worker.flights.front().index;
      finish(index, judge_->withoutAnswer(index, CaseStatus::Crashed,
                                          fmt::format("its worker ended with {}", how)));
    } else {
      for (const Flight& flight : worker.flights)
        suspects_.push_back(flight.index);
    }
    worker.flights.clear();
  }

  void endLateWorkers() {
    const Clock::time_point now = Clock::now();
    for (std::size_t i = 0; i < workers_.size() && !failed_;) {
      if (endIfLate(*workers_[i], now)) {
        workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
  }

  bool endIfLate(Worker& worker, Clock::time_point now) {
    const auto isOver = [now](Clock::time_point since, double limit_s) {
      return Seconds(now - since).count() > limit_s;
    };
    if (!worker.ready) {
      const double limit_s = std::max(plan_.case_timeout_s, kLeastStartTime_s);
      if (!isOver(worker.started, limit_s)) return false;
      failed_ = Error{
          "internal", std::nullopt, {}, fmt::format("a worker did not start within {} s", limit_s)};
      return true;
    }
    const auto late =
        std::find_if(worker.flights.begin(), worker.flights.end(), [&](const Flight& flight) {
          return flight.since && isOver(*flight.since, plan_.case_timeout_s);
        });
    if (late == worker.flights.end()) return false;
    const std::size_t index = late->index;
    worker.flights.erase(late);
    // The others go to another worker, before all that wait.
    for (auto flight = worker.flights.rbegin(); flight != worker.flights.rend(); ++flight)
      waiting_.push_front(flight->index);
    worker.flights.clear();
    CaseResult result = judge_->withoutAnswer(
        index, CaseStatus::TimedOut,
        fmt::format("took longer than {} s (--case-timeout)", plan_.case_timeout_s));
    result.wall_ms = plan_.case_timeout_s * 1e3;
    finish(index, std::move(result));
    return true;
  }

  const TestPlan& plan_;
  const RunEvents& events_;
  Baselines baselines_;
  std::optional<CaseJudge> judge_;  ///< known with the first worker's renderer
  std::deque<std::size_t> waiting_;
  std::deque<std::size_t> suspects_;  ///< run alone
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::optional<CaseResult>> results_;
  RunOutcome outcome_;
  int failed_starts_ = 0;
  bool stopped_ = false;  ///< by --fail-fast
  std::optional<Error> failed_;
};

}  // namespace

Result<RunOutcome> runCases(const TestPlan& plan, const RunEvents& events) {
  return Runner(plan, events).run();
}

}  // namespace sinew::app::regress
