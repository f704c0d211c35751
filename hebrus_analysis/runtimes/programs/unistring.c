// GNU libunistring: see lane.h.
#define _GNU_SOURCE
#include "lane.h"

#include <unictype.h>
#include <uninorm.h>
#include <unistring/version.h>

static int is_white_space(uint32_t c) { return uc_is_property_white_space(c); }
static int is_space(uint32_t c) { return uc_is_space(c); }
static int is_blank(uint32_t c) { return uc_is_blank(c); }

static const char *normalize(const char *text, size_t length, lane_buffer *out, uninorm_t form) {
  size_t size = 0;
  uint8_t *made = u8_normalize(form, (const uint8_t *)text, length, NULL, &size);
  if (!made && length) return "u8_normalize returned NULL";
  lane_put(out, (const char *)made, size);
  free(made);
  return NULL;
}
static const char *nfc(const char *text, size_t length, lane_buffer *out) {
  return normalize(text, length, out, UNINORM_NFC);
}
static const char *nfd(const char *text, size_t length, lane_buffer *out) {
  return normalize(text, length, out, UNINORM_NFD);
}
static const char *nfkc(const char *text, size_t length, lane_buffer *out) {
  return normalize(text, length, out, UNINORM_NFKC);
}
static const char *nfkd(const char *text, size_t length, lane_buffer *out) {
  return normalize(text, length, out, UNINORM_NFKD);
}

int main(void) {
  const lane_test tests[] = {{"uc_is_property_white_space", is_white_space},
                             {"uc_is_space", is_space},
                             {"uc_is_blank", is_blank},
                             {NULL, NULL}};
  const lane_map forms[] = {{"NFC", nfc}, {"NFD", nfd}, {"NFKC", nfkc}, {"NFKD", nfkd}, {NULL, NULL}};
  char version[64];
  int number = _libunistring_version;
  snprintf(version, sizeof version, "libunistring %d.%d.%d", number >> 16, number >> 8 & 255, number & 255);
  const lane asked = {version, "", tests, NULL, forms};
  return lane_serve(&asked);
}
