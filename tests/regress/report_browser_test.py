#!/usr/bin/python3
"""Works the report of screenshot tests in headless Chromium, with real clicks and keys.

Usage: report_browser_test.py MAKE_REPORT [unittest's arguments…]
Ends with 77 where Chromium, its driver or Selenium is missing. SINEW_PICTURES=DIR keeps pictures to look at.
"""

import base64
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zlib
from pathlib import Path

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import Select, WebDriverWait
except ImportError:
    print("python3-selenium is not installed: skipped")
    sys.exit(77)

CASES = 500
HOSTILE = 13
CHANGED = "fox_7"
STATUSES = ["Changed", "No baseline", "New renderer", "Other size", "Crashed", "Timed out"]


def start_browser(profile):
    browser, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if browser is None or driver is None:
        print("chromium and chromium-driver are not installed: skipped")
        sys.exit(77)
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                     "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
                     "--host-resolver-rules=MAP * ~NOTFOUND", "--force-color-profile=srgb", f"--user-data-dir={profile}"]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service(driver), options=options)


def first_pixel(png):
    """The colour of a PNG's upper left pixel, of the kinds that browsers write."""
    at, data, channels = 8, b"", 0
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at:at + 8])
        body = png[at + 8:at + 8 + size]
        if kind == b"IHDR":
            channels = {2: 3, 6: 4}[body[9]]
        elif kind == b"IDAT":
            data += body
        at += size + 12
    # No filter looks at anything before the first pixel.
    return tuple(zlib.decompress(data)[1:1 + channels][:3])


class Report(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="sinew-report-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)
        subprocess.run([MAKE_REPORT, cls.folder / "out", str(CASES)], check=True)
        cls.page = (cls.folder / "out" / "index.html").as_uri()
        cls.driver = start_browser(cls.folder / "profile")
        cls.addClassCleanup(cls.driver.quit)

    def setUp(self):
        self.resize(1400, 900)
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        self.load()
        self.script("localStorage.clear()")

    def tearDown(self):
        faults = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] != "INFO"]
        self.assertEqual(faults, [], "the browser's console is not empty")
        self.assertIsNone(self.script("return window.broken || null"), "a name was run as a script")

    # What the tests are written in.

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def load(self, fragment=""):
        self.driver.get("about:blank")
        self.driver.get(self.page + fragment)

    def resize(self, width, height, scale=1, mobile=False):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": scale, "mobile": mobile})

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def until(self, condition, what):
        WebDriverWait(self.driver, 10, poll_frequency=0.03).until(lambda _: condition(), what)

    def keys(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def shown_names(self):
        return self.script("return [...document.querySelectorAll('#cards > li:not([hidden]) .card-name')]"
                           ".map((node) => node.textContent)")

    def open_case(self, name):
        self.find("#search").clear()
        self.find("#search").send_keys(name)
        for card in self.all("#cards > li:not([hidden]) .card"):
            if card.find_element(By.CSS_SELECTOR, ".card-name").text == name:
                card.click()
                break
        self.until(lambda: self.find("#viewer").get_attribute("open"), f"{name} does not open")
        self.until(lambda: self.script(
            "return [...document.querySelectorAll('#stage img')].every((image) => image.complete)"), "no pictures")

    def choose(self, mode):
        self.find(f".mode[data-mode={mode}]").click()
        self.assertEqual(self.state()["mode"], mode)

    def state(self):
        return self.script("return sinew.viewer.state()")

    def view(self):
        return self.script("return sinew.stage.view()")

    def transforms(self):
        return self.script("return [...document.querySelectorAll('#stage .layer img')].map((image) => image.style.transform)")

    def pixel(self, x, y):
        """The page's colour at a place of the window."""
        shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", {
            "format": "png", "clip": {"x": x, "y": y, "width": 1, "height": 1, "scale": 1}})
        return first_pixel(base64.b64decode(shot["data"]))

    def place_of(self, x, y, pane=0):
        """Where a pixel of the picture lies in the window."""
        return self.script("""
            const box = document.querySelectorAll('.pane')[arguments[2]].querySelector('.layer img').getBoundingClientRect();
            const scale = sinew.stage.view().scale;
            return [box.left + (arguments[0] + 0.5) * scale, box.top + (arguments[1] + 0.5) * scale];""", x, y, pane)

    def pasted(self):
        """What the clipboard holds, by pasting it."""
        self.script("""
            const area = document.createElement('textarea');
            area.id = 'paste';
            (document.querySelector('dialog[open]') || document.body).append(area);""")
        area = self.find("#paste")
        area.send_keys(Keys.CONTROL, "v")
        text = area.get_property("value")
        self.script("document.getElementById('paste').remove()")
        return text

    def keep(self, name):
        folder = os.environ.get("SINEW_PICTURES")
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.driver.save_screenshot(str(Path(folder) / f"{name}.png"))

    def assert_no_sideways_scroll(self):
        width, inner = self.script("""
            const dialog = document.querySelector('dialog[open] .viewer-frame');
            return [Math.max(document.documentElement.scrollWidth, dialog ? dialog.scrollWidth : 0), window.innerWidth];""")
        self.assertLessEqual(width, inner)

    # The list.

    def test_summary_counts_every_case(self):
        chips = {chip.text.split()[-1] and " ".join(chip.text.split()[:-1]): int(chip.text.split()[-1])
                 for chip in self.all(".chip")}
        expected = dict.fromkeys(STATUSES, 0)
        for number in range(CASES // 10):
            expected[STATUSES[number % len(STATUSES)]] += 1
        expected["Changed"] += HOSTILE
        expected["Same"] = CASES - CASES // 10
        self.assertEqual(chips, expected)
        self.assertEqual(self.find("#count").text, f"{CASES + HOSTILE} cases")
        wanting = sum(expected[status] for status in STATUSES if status != "New renderer")
        self.assertEqual(self.find("#verdict").text, f"{wanting} of {CASES + HOSTILE} pictures need a look")
        self.assertIn("tests/shots/<fox> & friends.toml", self.find("#title").text)
        self.assertIn("llvmpipe", self.find("#run-facts").text)
        self.keep("list")

    def test_filter_by_name(self):
        self.find("#search").send_keys("fox_walk SEAM")
        names = self.shown_names()
        self.assertEqual(len(names), len([i for i in range(CASES) if i % 7 == 4]))
        self.assertTrue(all("fox_walk_seam" in name for name in names))
        self.assertEqual(self.find("#count").text, f"{len(names)} of {CASES + HOSTILE} cases")
        self.find("#search").send_keys(" nothing of this name")
        self.assertEqual(self.shown_names(), [])
        self.assertTrue(self.find("#empty").is_displayed())
        self.find("#clear").click()
        self.assertEqual(len(self.shown_names()), CASES + HOSTILE)

    def test_filter_by_status(self):
        self.find(".chip[data-status=crashed]").click()
        crashed = len(self.shown_names())
        self.assertEqual(crashed, 8)
        self.assertEqual(self.find(".chip[data-status=crashed]").get_attribute("aria-pressed"), "true")
        self.find(".chip[data-status=timeout]").click()
        self.assertEqual(len(self.shown_names()), 16)
        # It stands in the address: a copied link shows the same.
        self.load("#" + self.driver.current_url.split("#")[1])
        self.assertEqual(len(self.shown_names()), 16)
        self.find(".chip[data-status=crashed]").click()
        self.find(".chip[data-status=timeout]").click()
        self.assertEqual(len(self.shown_names()), CASES + HOSTILE)

    def test_sort(self):
        select = Select(self.find("#sort"))
        select.select_by_value("name")
        names = [name for name in self.shown_names() if name.startswith("fox_")]
        numbers = [int(name.rsplit("_", 1)[1]) for name in names if name.startswith("fox_back_")]
        self.assertEqual(numbers, sorted(numbers))
        self.assertGreater(len(numbers), 5)
        select.select_by_value("order")
        self.assertEqual(self.shown_names()[HOSTILE], "fox_0")
        select.select_by_value("")
        pills = self.script("return [...document.querySelectorAll('#cards .pill')].map((node) => node.textContent)")
        self.assertEqual(pills[0], "Crashed")
        self.assertEqual(pills[-1], "Same")

    def test_pictures_are_loaded_when_they_come_into_sight(self):
        loaded = "return [...document.querySelectorAll('#cards img')].filter((image) => image.complete && image.naturalWidth > 0).length"
        self.until(lambda: self.script(loaded) > 4, "no picture is loaded")
        time.sleep(0.3)
        self.assertLess(self.script(loaded), 150)
        # Nothing moves while pictures come in.
        self.script("""
            const shifts = [];
            const note = (entries) => entries.forEach((entry) => shifts.push([entry.value, entry.sources.map((source) =>
              source.node ? source.node.id || source.node.className : '')]));
            const observer = new PerformanceObserver((list) => note(list.getEntries()));
            observer.observe({type: 'layout-shift', buffered: true});
            window.shifts = () => { note(observer.takeRecords()); return shifts; };""")
        time.sleep(0.1)
        self.assertEqual(self.script("return window.shifts()"), [])
        heights = self.script("return [...document.querySelectorAll('.thumb')].slice(0, 40).map((node) => node.offsetHeight)")
        self.assertEqual(len(set(heights)), 1)
        for part in range(1, 6):
            self.script("window.scrollTo(0, document.documentElement.scrollHeight * arguments[0] / 5)", part)
            time.sleep(0.05)
        self.assertEqual(self.script("return window.shifts()"), [])

    def test_500_cases_are_filtered_at_once(self):
        taken = self.script("""
            const field = document.getElementById('search');
            const start = performance.now();
            for (const text of ['f', 'fo', 'fox', 'fox_', 'fox_w', '']) {
              field.value = text;
              field.dispatchEvent(new Event('input'));
              document.body.offsetHeight;
            }
            return (performance.now() - start) / 6;""")
        self.assertLess(taken, 400, "milliseconds a letter")

    def test_nothing_is_asked_of_a_network(self):
        self.open_case(CHANGED)
        names = self.script("return performance.getEntriesByType('resource').map((entry) => entry.name)")
        self.assertEqual([name for name in names if not name.startswith(("file:", "data:"))], [])
        for file in (self.folder / "out").iterdir():
            if file.suffix in (".html", ".css", ".js"):
                self.assertNotRegex(file.read_text(), r"(https?:)?//[a-z0-9.-]+\.[a-z]{2,}/", file.name)

    # One case.

    def test_side_by_side(self):
        self.open_case(CHANGED)
        captions = [caption.text for caption in self.all(".caption")]
        self.assertEqual(captions, ["Baseline", "Now", "Difference"])
        sizes = self.script("return [...document.querySelectorAll('#stage img')].map((i) => [i.naturalWidth, i.naturalHeight])")
        self.assertEqual(sizes, [[320, 240]] * 3)
        # The changed spot: as it was, as it is (230, 60, 40), and in the difference's red.
        self.assertEqual(self.pixel(*self.place_of(150, 110, 1)), (230, 60, 40))
        self.assertEqual(self.pixel(*self.place_of(150, 110, 2)), (214, 24, 32))
        self.assertNotEqual(self.pixel(*self.place_of(150, 110, 0)), (230, 60, 40))
        details = self.find("#details").text
        for text in ["Pixels that differ", "in a row", "in 8 x 8 at", "sinew shot assets/creature.bmd --output=" + CHANGED + ".png",
                     "--approve=" + CHANGED, "assets/creature.bmd", "walk at 0.25 s, front"]:
            self.assertIn(text, details)
        self.assertGreater(len(self.all(".measures tr.over")), 0)
        self.keep("side")

    def test_swipe(self):
        self.open_case(CHANGED)
        self.choose("swipe")
        x, y = self.place_of(150, 110)
        left, right = self.place_of(10, 110)[0], self.place_of(310, 110)[0]
        divider = self.find(".divider")

        def drag_to(target):
            box = divider.rect
            ActionChains(self.driver).move_to_element(divider).click_and_hold().move_by_offset(
                round(target - box["x"] - box["width"] / 2), 0).release().perform()
            ActionChains(self.driver).move_by_offset(0, -200).perform()
        drag_to(left)
        self.assertEqual(self.pixel(x, y), (230, 60, 40))
        drag_to(right)
        self.assertNotEqual(self.pixel(x, y), (230, 60, 40))
        before = self.state()["split"]
        self.keys("[")
        self.assertAlmostEqual(self.state()["split"], before - 5, places=3)
        self.find("#split").send_keys(Keys.HOME)
        self.assertEqual(self.state()["split"], 0)
        self.assertEqual(self.pixel(x, y), (230, 60, 40))
        self.find("#split").send_keys(*["]"] * 9)
        self.keep("swipe")

    def test_onion_skin(self):
        self.open_case(CHANGED)
        self.choose("onion")
        opacity = self.find("#opacity")
        opacity.send_keys(Keys.END)
        x, y = self.place_of(150, 110)
        self.assertEqual(self.pixel(x, y), (230, 60, 40))
        opacity.send_keys(Keys.HOME)
        base = self.pixel(x, y)
        self.assertNotEqual(base, (230, 60, 40))
        for _ in range(10):
            self.keys("]")
        half = self.pixel(x, y)
        for before, now, mixed in zip(base, (230, 60, 40), half):
            self.assertAlmostEqual((before + now) / 2, mixed, delta=2)
        self.keep("onion")

    def test_blink(self):
        self.open_case(CHANGED)
        self.choose("blink")
        Select(self.find("#blink-time")).select_by_value("250")
        seen = set()
        end = time.monotonic() + 3
        while len(seen) < 2 and time.monotonic() < end:
            seen.add(self.find(".caption").text)
        self.assertEqual(seen, {"Baseline", "Now"})
        self.find("#blink-run").click()  # pauses
        paused = self.state()["blink_second"]
        time.sleep(0.6)
        self.assertEqual(self.state()["blink_second"], paused)
        self.find("#blink-run").click()  # the other picture
        self.assertEqual(self.state()["blink_second"], not paused)
        x, y = self.place_of(150, 110)
        self.assertEqual(self.pixel(x, y) == (230, 60, 40), not paused)

    def test_difference(self):
        self.open_case(CHANGED)
        self.choose("diff")
        self.assertEqual([caption.text for caption in self.all(".caption")], ["Difference"])
        self.assertEqual(self.pixel(*self.place_of(150, 110)), (214, 24, 32))

    def test_cases_without_some_pictures(self):
        self.open_case("fox_0")
        self.assertEqual([caption.text for caption in self.all(".caption")], ["Baseline and Now, equal"])
        by_status = self.script("return Object.fromEntries(sinew.cases.map((item) => [item.status, item.name]))")
        self.load()
        self.open_case(by_status["new"])
        self.assertEqual([caption.text for caption in self.all(".caption")], ["Now"])
        self.assertFalse(self.find(".mode[data-mode=swipe]").is_enabled())
        self.load()
        self.open_case(by_status["crashed"])
        self.assertIn("signal 11 <b>(SIGSEGV)</b>", self.find("#details").text)
        self.load()
        self.open_case(by_status["size"])
        self.assertEqual(len(self.all(".pane")), 2)
        # Corner on corner, at one scale, although the sizes differ.
        boxes = self.script("return [...document.querySelectorAll('.pane')].map((pane) => {"
                            "const p = pane.getBoundingClientRect(), i = pane.querySelector('img').getBoundingClientRect();"
                            "return [i.left - p.left, i.top - p.top]; })")
        for a, b in zip(*boxes):
            self.assertAlmostEqual(a, b, delta=0.6)

    def test_zoom_and_pan_keep_the_three_in_step(self):
        self.open_case(CHANGED)
        pane = self.all(".pane")[1]
        box = pane.rect
        point = self.script("return [arguments[0] + arguments[2] * 0.3, arguments[1] + arguments[3] * 0.4]",
                            box["x"], box["y"], box["width"], box["height"])
        under = """
            const box = document.querySelectorAll('.pane')[1].querySelector('img').getBoundingClientRect();
            const scale = sinew.stage.view().scale;
            return [(arguments[0] - box.left) / scale, (arguments[1] - box.top) / scale];"""
        before, scale = self.script(under, *point), self.view()["scale"]
        origin = ScrollOrigin.from_viewport(round(point[0]), round(point[1]))
        for _ in range(4):
            ActionChains(self.driver).scroll_from_origin(origin, 0, -120).perform()
        self.assertGreater(self.view()["scale"], 3 * scale)
        after = self.script(under, *point)
        # What lay under the pointer still does.
        self.assertAlmostEqual(before[0], after[0], delta=1.5)
        self.assertAlmostEqual(before[1], after[1], delta=1.5)
        self.assertEqual(len(set(self.transforms())), 1)
        self.keep("zoomed")
        start = self.view()
        ActionChains(self.driver).move_to_element(pane).click_and_hold().move_by_offset(60, -30).release().perform()
        moved = self.view()
        self.assertAlmostEqual(moved["x"], start["x"] - 60 / start["scale"], delta=0.6)
        self.assertAlmostEqual(moved["y"], start["y"] + 30 / start["scale"], delta=0.6)
        self.assertEqual(len(set(self.transforms())), 1)
        self.assertEqual(len(self.transforms()), 3)
        # The view stays when the way to compare changes, and goes with another case.
        self.choose("swipe")
        self.assertEqual(self.view(), moved)
        self.find("#zoom-fit").click()
        self.assertTrue(self.view()["fitted"])
        self.find("#zoom-one").click()
        self.assertEqual(self.find("#zoom-value").text, "100 %")
        self.find("#zoom-in").click()
        self.assertEqual(self.find("#zoom-value").text, "150 %")
        self.find("#zoom-out").click()
        self.find("#zoom-spot").click()
        # The changed block has its middle at 155, 110.
        self.assertAlmostEqual(self.view()["x"], 155, delta=1)
        self.assertAlmostEqual(self.view()["y"], 110, delta=1)

    def test_keyboard_alone(self):
        self.keys("/")
        self.assertEqual(self.script("return document.activeElement.id"), "search")
        self.keys("fox_")
        self.keys(Keys.ARROW_DOWN)
        focused = "return document.activeElement.querySelector('.card-name')?.textContent"
        names = self.shown_names()
        self.assertEqual(self.script(focused), names[0])
        outline = self.script("const s = getComputedStyle(document.activeElement); return [s.outlineStyle, parseFloat(s.outlineWidth)]")
        self.assertEqual(outline[0], "solid")
        self.assertGreaterEqual(outline[1], 2)
        self.keys(Keys.ARROW_RIGHT)
        self.assertEqual(self.script(focused), names[1])
        columns = self.script("const rows = [...document.querySelectorAll('#cards > li:not([hidden])')];"
                              "return rows.filter((row) => row.offsetTop === rows[0].offsetTop).length")
        self.keys(Keys.ARROW_DOWN)
        self.assertEqual(self.script(focused), names[1 + columns])
        self.keys(Keys.ARROW_UP, Keys.END)
        self.assertEqual(self.script(focused), names[-1])
        self.keys(Keys.HOME, Keys.ENTER)
        self.assertEqual(self.state()["name"], names[0])
        self.keys(Keys.ARROW_RIGHT)
        self.assertEqual(self.state()["name"], names[1])
        self.keys("j", "k", "k")
        self.assertEqual(self.state()["name"], names[0])
        self.keys(Keys.ESCAPE)
        self.assertIsNone(self.state()["name"])
        self.assertEqual(self.script(focused), names[0])
        self.keys("/")
        self.keys(Keys.ESCAPE)
        self.assertEqual(self.find("#search").get_property("value"), "")
        self.keys(CHANGED, Keys.ENTER, Keys.ENTER)
        self.assertEqual(self.state()["name"], CHANGED)
        for key, mode in [("2", "swipe"), ("3", "onion"), ("4", "blink"), ("5", "diff"), ("1", "side")]:
            self.keys(key)
            self.assertEqual(self.state()["mode"], mode)
        fitted = self.view()["scale"]
        self.keys("+", "+")
        self.assertAlmostEqual(self.view()["scale"], fitted * 2.25, places=4)
        x = self.view()["x"]
        ActionChains(self.driver).key_down(Keys.SHIFT).send_keys(Keys.ARROW_RIGHT).key_up(Keys.SHIFT).perform()
        self.assertGreater(self.view()["x"], x)
        self.assertEqual(self.state()["name"], CHANGED)
        self.keys("-", "0")
        self.assertAlmostEqual(self.view()["scale"], fitted, places=6)
        self.keys("d")
        self.assertAlmostEqual(self.view()["x"], 155, delta=1)
        self.keys("c")
        self.assertEqual(self.pasted(), "sinew shot assets/creature.bmd --output=" + CHANGED + ".png")
        self.find("#case-name").send_keys("a")
        self.assertEqual(self.pasted(), "sinew test 'tests/shots/<fox> & friends.toml' --approve=" + CHANGED)
        self.find("#case-name").send_keys("?")
        self.assertTrue(self.find("#keys").is_displayed())
        self.keep("keys")
        self.keys(Keys.ESCAPE)
        self.assertFalse(self.find("#keys").is_displayed())
        self.assertEqual(self.state()["name"], CHANGED)

    def test_tab_reaches_everything_and_stays_in_an_open_case(self):
        stops = []
        self.find("body").send_keys(Keys.TAB)
        for _ in range(24):
            stops.append(self.script("const e = document.activeElement; return e.id || e.className || e.tagName"))
            if "card" in stops:
                break
            self.keys(Keys.TAB)
        for stop in ["skip", "theme", "search", "sort", "approve-shown", "card"]:
            self.assertIn(stop, stops)
        self.load()
        self.open_case(CHANGED)
        for _ in range(40):
            self.keys(Keys.TAB)
            inside = self.script("const e = document.activeElement;"
                                 "return e === document.body || document.getElementById('viewer').contains(e)")
            self.assertTrue(inside)

    def test_roles_and_names(self):
        self.open_case(CHANGED)
        unnamed = self.script("""
            return [...document.querySelectorAll('button, select, input')].filter((node) => {
              const label = node.labels && node.labels.length > 0;
              return !label && !node.getAttribute('aria-label') && node.textContent.trim() === '';
            }).map((node) => node.outerHTML);""")
        self.assertEqual(unnamed, [])
        self.assertEqual(self.find("#modes").get_attribute("role"), "radiogroup")
        self.assertEqual(self.find(".mode[data-mode=side]").get_attribute("aria-checked"), "true")
        self.assertEqual([i.get_attribute("alt") for i in self.all("#stage img")], ["Baseline", "Now", "Difference"])
        self.find(".mode[data-mode=side]").send_keys(Keys.ARROW_RIGHT)
        self.assertEqual(self.state()["mode"], "swipe")
        self.assertEqual(self.script("return document.activeElement.dataset.mode"), "swipe")

    def test_back_closes_and_a_link_opens(self):
        self.open_case(CHANGED)
        link = self.driver.current_url.split("#")[1]
        self.driver.back()
        self.until(lambda: self.state()["name"] is None, "Back does not close the case")
        self.load("#" + link)
        self.assertEqual(self.state()["name"], CHANGED)
        self.find("#close").click()
        self.until(lambda: self.state()["name"] is None, "the case does not close")
        self.load("#case=no_such_case")
        self.assertIsNone(self.state()["name"])

    def test_copying(self):
        self.open_case(CHANGED)
        copies = self.all("#details .command button")
        self.assertEqual(len(copies), 2)
        copies[0].click()
        self.until(lambda: "copied" in self.find("#viewer .toast").text, "nothing is said")
        self.assertEqual(self.pasted(), "sinew test 'tests/shots/<fox> & friends.toml' --approve=" + CHANGED)
        self.all("#details .command button")[1].click()
        self.assertEqual(self.pasted(), "sinew shot assets/creature.bmd --output=" + CHANGED + ".png")
        self.find("#close").click()
        self.until(lambda: self.state()["name"] is None, "the case does not close")

        self.find("#search").clear()
        self.find("#search").send_keys("fox_ 67")
        shown = self.script("return sinew.shownCases().filter((item) => item.approve).map((item) => item.name)")
        self.assertGreater(len(shown), 0)
        self.find("#approve-shown").click()
        line = "sinew test 'tests/shots/<fox> & friends.toml' " + " ".join(f"--approve={name}" for name in shown)
        self.assertEqual(self.pasted(), line)
        self.find("#search").clear()
        self.find("#search").send_keys("wwww")
        self.find("#search").send_keys(Keys.ESCAPE)
        self.assertEqual(self.find("#search").get_property("value"), "")
        self.find("#approve-shown").click()
        self.assertEqual(self.pasted(), "sinew test 'tests/shots/<fox> & friends.toml' --approve=all")

    # What could go wrong.

    def test_hostile_names(self):
        expected = [
            "</script><script>window.broken = 1</script>", "\"><img src=x onerror=\"window.broken = 2\">",
            "'; window.broken = 3; //", "`${window.broken = 4}`", "two␊lines␉and a tab", "ноги 狐 🦊 ş",
            "turned \ufffdgnp.exe", "ill-formed \ufffd\ufffd bytes", "line␤separator", "__proto__",
            "a&amp;b <b>bold</b> &lt;", "$(touch broken) `id` ; rm -rf *", "w" * 300]
        Select(self.find("#sort")).select_by_value("order")
        self.assertEqual(self.shown_names()[:HOSTILE], expected)
        markup = self.script("return document.querySelectorAll('#cards script, #cards b, #title *, #details b').length")
        self.assertEqual(markup, 0)
        for index, name in enumerate(expected):
            with self.subTest(name):
                card = self.all("#cards > li .card")[index]
                card.click()
                self.assertEqual(self.find("#case-name").text, name)
                self.assert_no_sideways_scroll()
                self.find("#close").click()
                self.until(lambda: self.state()["name"] is None, "the case does not close")
        self.keep("hostile")

    def contrasts(self):
        """Texts in sight whose contrast with what is behind them is too low (WCAG 2.1: 4.5)."""
        return self.script(r"""
            const parse = (text) => {
              const m = text.match(/^rgba?\(([^)]+)\)$/);
              if (m) { const p = m[1].split(/[ ,\/]+/).map(Number); return {c: p.slice(0, 3), a: p.length > 3 ? p[3] : 1}; }
              const s = text.match(/^color\(srgb ([^)]+)\)$/)[1].split(/[ \/]+/).map(Number);
              return {c: s.slice(0, 3).map((v) => v * 255), a: s.length > 3 ? s[3] : 1};
            };
            const behind = (node) => {
              let color = [0, 0, 0], left = 1;
              for (let n = node; n && left > 0.01; n = n.parentElement) {
                const {c, a} = parse(getComputedStyle(n).backgroundColor);
                color = color.map((v, i) => v + left * a * c[i]);
                left *= 1 - a;
              }
              return color;
            };
            const luminance = (c) => {
              const [r, g, b] = c.map((v) => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
              return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const root = document.querySelector('dialog[open]') || document.body;
            const bad = [];
            for (const node of root.querySelectorAll('*')) {
              const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim() !== '');
              if (!own || !node.checkVisibility() || node.disabled || node.closest('.toast, noscript, .stage, .skip')) continue;
              const a = luminance(parse(getComputedStyle(node).color).c), b = luminance(behind(node));
              const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
              if (ratio < 4.5) bad.push(`${node.className || node.tagName} "${node.textContent.slice(0, 30)}" ${ratio.toFixed(2)}`);
            }
            return [...new Set(bad)];""")

    def test_dark_and_light(self):
        def background():
            return self.script("return getComputedStyle(document.body).backgroundColor")
        light = background()
        self.assertEqual(self.contrasts(), [])
        self.open_case(CHANGED)
        self.assertEqual(self.contrasts(), [])
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                                    {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        self.load()
        dark = background()
        self.assertNotEqual(light, dark)
        self.assertEqual(self.find("#theme").text, "Light")
        self.assertEqual(self.contrasts(), [])
        self.keep("list-dark")
        self.open_case(CHANGED)
        self.assertEqual(self.contrasts(), [])
        self.keep("side-dark")
        self.load()
        self.find("#theme").click()
        self.assertEqual(background(), light)
        self.load()
        self.assertEqual(background(), light, "the choice is forgotten")
        self.keys("t")
        self.assertEqual(background(), dark)

    def test_phone(self):
        self.resize(390, 844, 2, mobile=True)
        self.load()
        self.assert_no_sideways_scroll()
        self.keep("phone-list")
        self.script("window.scrollTo(0, 700)")
        self.keep("phone-cards")
        self.script("window.scrollTo(0, 0)")
        self.open_case(CHANGED)
        for mode in ["swipe", "onion", "blink", "diff", "side"]:
            self.choose(mode)
            self.assert_no_sideways_scroll()
            box = self.all(".pane")[0].rect
            self.assertGreaterEqual(box["height"], 200)
            self.assertGreaterEqual(box["width"], 180)
            self.keep(f"phone-{mode}")
        small = self.script("""
            return [...document.querySelectorAll('#viewer button, #viewer select')].filter((node) => node.checkVisibility())
              .map((node) => [node.id || node.textContent, node.getBoundingClientRect().height]).filter(([, height]) => height < 32);""")
        self.assertEqual(small, [])
        self.assertEqual(len(set(self.transforms())), 1)
        frame = self.find(".viewer-frame")
        self.script("arguments[0].scrollTop = arguments[0].scrollHeight", frame)
        self.keep("phone-details")
        self.assertGreater(self.script("return arguments[0].scrollTop", frame), 100)
        self.find("#close").click()
        self.until(lambda: self.state()["name"] is None, "the case does not close")
        self.resize(320, 700, 2, mobile=True)
        self.assert_no_sideways_scroll()


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    MAKE_REPORT = sys.argv[1]
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], verbosity=2)
