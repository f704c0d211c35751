// The C library: see lane.h. The locales stand in its environment's LOCPATH; one that is not there is not offered.
#define _GNU_SOURCE
#include "lane.h"

#include <ctype.h>
#include <locale.h>
#include <wctype.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif

static locale_t c, c_utf8, english, latin1;

static int bytes_c(uint32_t byte) { return byte < 256 && isspace_l((int)byte, c); }
static int bytes_latin1(uint32_t byte) { return byte < 256 && isspace_l((int)byte, latin1); }
static int wide_c(uint32_t codepoint) { return iswspace_l(codepoint, c); }
static int wide_c_utf8(uint32_t codepoint) { return iswspace_l(codepoint, c_utf8); }
static int wide_english(uint32_t codepoint) { return iswspace_l(codepoint, english); }
static int blank_english(uint32_t codepoint) { return iswblank_l(codepoint, english); }

static const char *trim(const char *text, size_t length, lane_buffer *out, locale_t locale) {
  const char *end = text + length;
  while (text < end && isspace_l((unsigned char)*text, locale)) text++;
  while (text < end && isspace_l((unsigned char)end[-1], locale)) end--;
  lane_put(out, text, (size_t)(end - text));
  return NULL;
}
static const char *trim_c(const char *text, size_t length, lane_buffer *out) { return trim(text, length, out, c); }
static const char *trim_latin1(const char *text, size_t length, lane_buffer *out) {
  return trim(text, length, out, latin1);
}

int main(void) {
  lane_test tests[8] = {{"isspace C", bytes_c}, {"iswspace C", wide_c}}, *test = tests + 2;
  lane_map trims[3] = {{"isspace C", trim_c}};
  char version[64] = "?";
#ifdef __GLIBC__
  snprintf(version, sizeof version, "glibc %s", gnu_get_libc_version());
#else
  snprintf(version, sizeof version, "musl %s", getenv("LANE_VERSION") ? getenv("LANE_VERSION") : "?");
#endif
  c = newlocale(LC_ALL_MASK, "C", NULL);
  c_utf8 = newlocale(LC_ALL_MASK, "C.UTF-8", NULL);
  if (c_utf8) *test++ = (lane_test){"iswspace C.UTF-8", wide_c_utf8};
#ifdef __GLIBC__  // musl takes every name of a locale for C.UTF-8
  english = newlocale(LC_ALL_MASK, "en_US.UTF-8", NULL);
  latin1 = newlocale(LC_ALL_MASK, "en_US.ISO-8859-1", NULL);
#endif
  if (english) *test++ = (lane_test){"iswspace en_US.UTF-8", wide_english};
  if (english) *test++ = (lane_test){"iswblank en_US.UTF-8", blank_english};
  if (latin1) *test++ = (lane_test){"isspace en_US.ISO-8859-1", bytes_latin1};
  if (latin1) trims[1] = (lane_map){"isspace en_US.ISO-8859-1", trim_latin1};
  lane asked = {version, "", tests, trims, NULL};
  return lane_serve(&asked);
}
