// The C library: see lane.h. Called with any argument, it answers in the locales that its environment's LOCPATH has.
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
static int bytes_c_utf8(uint32_t byte) { return byte < 256 && isspace_l((int)byte, c_utf8); }
static int bytes_english(uint32_t byte) { return byte < 256 && isspace_l((int)byte, english); }
static int wide_latin1(uint32_t codepoint) { return iswspace_l(codepoint, latin1); }
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

static lane_test tests_of_c[] = {
    {"isspace C", bytes_c},         {"iswspace C", wide_c},
    {"isspace C.UTF-8", bytes_c_utf8}, {"iswspace C.UTF-8", wide_c_utf8},
    {NULL, NULL}};
static lane_map trims_of_c[] = {{"trim by isspace C", trim_c}, {NULL, NULL}};
static lane_test tests_of_locales[] = {{"iswspace en_US.UTF-8", wide_english},
                                       {"iswblank en_US.UTF-8", blank_english},
                                       {"isspace en_US.UTF-8", bytes_english},
                                       {"isspace en_US.ISO-8859-1", bytes_latin1},
                                       {"iswspace en_US.ISO-8859-1", wide_latin1},
                                       {NULL, NULL}};
static lane_map trims_of_locales[] = {{"trim by isspace en_US.ISO-8859-1", trim_latin1}, {NULL, NULL}};

static locale_t opened(const char *name) {
  locale_t locale = newlocale(LC_ALL_MASK, name, (locale_t)0);
  if (!locale) {
    fprintf(stderr, "there is no locale %s\n", name);
    exit(1);
  }
  return locale;
}

int main(int argc, char **argv) {
  (void)argv;
  char version[64] = "?";
#ifdef __GLIBC__
  snprintf(version, sizeof version, "glibc %s", gnu_get_libc_version());
#else
  snprintf(version, sizeof version, "musl %s", getenv("LANE_VERSION") ? getenv("LANE_VERSION") : "?");
#endif
  lane asked = {version, "", tests_of_c, trims_of_c, NULL};
  if (argc > 1) {
    english = opened("en_US.UTF-8");
    latin1 = opened("en_US.ISO-8859-1");
    asked.predicates = tests_of_locales;
    asked.trims = trims_of_locales;
  } else {
    c = opened("C");
    c_utf8 = opened("C.UTF-8");
  }
  return lane_serve(&asked);
}
