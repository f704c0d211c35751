// utf8proc: see lane.h. It has no test for white space, so the separators of its General_Category are asked.
#define _GNU_SOURCE
#include "lane.h"

#include <utf8proc.h>

static int is_separator(uint32_t c) {
  utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)c);
  return category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
}

static const char *normalize(const char *text, size_t length, lane_buffer *out, int options) {
  utf8proc_uint8_t *made = NULL;
  utf8proc_ssize_t size =
      utf8proc_map((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)length, &made, (utf8proc_option_t)options);
  if (size < 0) return utf8proc_errmsg(size);
  lane_put(out, (const char *)made, (size_t)size);
  free(made);
  return NULL;
}
static const char *nfc(const char *text, size_t length, lane_buffer *out) {
  return normalize(text, length, out, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}
static const char *nfd(const char *text, size_t length, lane_buffer *out) {
  return normalize(text, length, out, UTF8PROC_STABLE | UTF8PROC_DECOMPOSE);
}
static const char *nfkc(const char *text, size_t length, lane_buffer *out) {
  return normalize(text, length, out, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT);
}
static const char *nfkd(const char *text, size_t length, lane_buffer *out) {
  return normalize(text, length, out, UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT);
}

int main(void) {
  const lane_test tests[] = {{"category Z", is_separator}, {NULL, NULL}};
  const lane_map forms[] = {{"NFC", nfc}, {"NFD", nfd}, {"NFKC", nfkc}, {"NFKD", nfkd}, {NULL, NULL}};
  char version[64];
  snprintf(version, sizeof version, "utf8proc %s", utf8proc_version());
  const lane asked = {version, utf8proc_unicode_version(), tests, NULL, forms};
  return lane_serve(&asked);
}
