# Sourced by `run`, `test` and bench/compare_peers: installs packages, configures and builds.
# Expects `root`, the checkout's folder.

say() { printf 'sinew: %s\n' "$*" >&2; }
die() { say "$@"; exit 1; }

# packages_of SECTION… – the packages of those sections of debian-packages.txt, `?` kept.
packages_of() {
  local wanted=" $* " section='' line
  while IFS= read -r line; do
    case $line in
      '' | '#'*) ;;
      '['*']') section=${line:1:-1} ;;
      *) if [[ $wanted == *" $section "* ]]; then printf '%s\n' "$line"; fi ;;
    esac
  done <"$root/third_party/debian-packages.txt" | sort -u
}

# Of the packages named on standard input, those that are not installed. `?` is kept.
missing_of() {
  local installed package
  installed=$'\n'$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' 2>/dev/null |
    sed -n 's/^installed //p')$'\n'
  while IFS= read -r package; do
    [[ $installed == *$'\n'"${package#\?}"$'\n'* ]] || printf '%s\n' "$package"
  done
}

# apt_get SUBCOMMAND… – apt-get as root that never asks and waits for another apt to end.
apt_get() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
    -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" >>"$apt_log" 2>&1 </dev/null
}

# Finds out how to become root: `as_root` is the prefix. Fails where there is no way.
find_root() {
  as_root=()
  if [[ $(id -u) == 0 ]]; then return 0; fi
  command -v sudo >/dev/null || return 1
  if sudo -n true 2>/dev/null; then
    as_root=(sudo -n)
  elif [[ -t 0 ]] && sudo -v; then
    as_root=(sudo)
  else
    return 1
  fi
}

# install_packages SECTION… – makes every package of those sections present. Without missing packages it asks
# nothing of the network.
install_packages() {
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "there is no apt here; going on with the libraries that are installed"
    say "(third_party/debian-packages.txt names them)"
    return 0
  fi
  local missing needed=() wanted=() package
  missing=$(packages_of "$@" | missing_of)
  for package in $missing; do
    wanted+=("${package#\?}")
    [[ $package == \?* ]] || needed+=("$package")
  done
  [[ ${#wanted[@]} -gt 0 ]] || return 0

  local line="sudo apt-get install -y --no-install-recommends ${wanted[*]}"
  if ! find_root; then
    # Optional packages alone are no reason to stop.
    [[ ${#needed[@]} -gt 0 ]] || return 0
    say "these packages are missing, and neither root nor sudo is to be had here. Please run:"
    printf '%s\n' "$line"
    exit 1
  fi
  apt_log=$(mktemp)
  say "installing ${#wanted[@]} packages: ${wanted[*]}"
  apt_get update || say "apt-get update failed; trying the package lists that are here"
  # An installed library that is older than the one the -dev package asks for is brought up to it by apt. Where
  # it cannot (a newer one from elsewhere), the optional packages are the likely cause: they are left out.
  apt_get install --no-install-recommends "${wanted[@]}" ||
    { [[ ${#needed[@]} -gt 0 ]] && apt_get install --fix-broken --no-install-recommends "${needed[@]}"; } ||
    [[ ${#needed[@]} -eq 0 ]] ||
    { tail -n 30 "$apt_log" >&2; rm -f "$apt_log"
      say "apt-get could not install the packages. What it was asked for:"
      printf '%s\n' "$line"
      exit 1; }
  rm -f "$apt_log"
}

# logged LOG COMMAND… – quiet unless it fails, or unless somebody watches.
logged() {
  local log=$1
  shift
  if [[ -t 1 && ${CI:-} != true ]]; then
    "$@"
  else
    "$@" >"$log" 2>&1 || { cat "$log" >&2; return 1; }
  fi
}

# build_preset PRESET [TARGET…] – configures and builds one preset in build/PRESET.
build_preset() {
  local preset=$1 dir=$root/build/$1
  shift
  # A build folder that came along with a copied checkout names files that are not there.
  if [[ -f $dir/CMakeCache.txt ]] &&
    ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$dir/CMakeCache.txt"; then
    rm -rf "$dir"
  fi
  mkdir -p "$dir"
  # Lets ccache, where it is installed, serve checkouts in other folders too.
  export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
  cmake --preset "$preset" -S "$root" >"$dir/configure.log" 2>&1 ||
    { cat "$dir/configure.log" >&2; die "cmake could not configure the preset $preset"; }
  logged "$dir/build.log" cmake --build "$dir" --parallel "$(nproc)" ${1:+--target "$@"} ||
    die "the build of the preset $preset failed"
}
