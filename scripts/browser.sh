# Finds the browser and the fonts that the tests of the pages need, and installs them where that is possible. Sourced by test.

prepare_browser() {
    if has_browser && has_fonts; then return; fi
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "Installing Chromium and the Chinese fonts for the tests of the pages"
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-noto-cjk; } >/dev/null || true
    fi
    if ! has_browser; then
        say "No Chromium: the tests of the pages in a browser (tests/web) are skipped, or fail where CI is set"
    elif ! has_fonts; then
        say "No Chinese fonts (fonts-noto-cjk): pictures of the Chinese pages show boxes"
    fi
}

has_browser() { command -v chromium >/dev/null || command -v chromium-browser >/dev/null; }
has_fonts() { ls /usr/share/fonts/opentype/noto/*CJK* >/dev/null 2>&1; }
