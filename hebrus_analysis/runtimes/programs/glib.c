// GLib: see lane.h. It has a NUL end every string, and states no Unicode version.
#define _GNU_SOURCE
#include "lane.h"

#include <glib.h>

static int is_space(uint32_t c) { return g_unichar_isspace(c); }
static int is_ascii_space(uint32_t c) { return c < 128 && g_ascii_isspace((gchar)c); }

static const char *trim(const char *text, size_t length, lane_buffer *out, int left, int right) {
  if (memchr(text, 0, length)) return LANE_NUL;
  char *made = g_strndup(text, length);
  if (left) g_strchug(made);
  if (right) g_strchomp(made);
  lane_put(out, made, strlen(made));
  g_free(made);
  return NULL;
}
static const char *strip(const char *text, size_t length, lane_buffer *out) { return trim(text, length, out, 1, 1); }
static const char *chug(const char *text, size_t length, lane_buffer *out) { return trim(text, length, out, 1, 0); }
static const char *chomp(const char *text, size_t length, lane_buffer *out) { return trim(text, length, out, 0, 1); }

static const char *normalize(const char *text, size_t length, lane_buffer *out, GNormalizeMode mode) {
  if (memchr(text, 0, length)) return LANE_NUL;
  char *made = g_utf8_normalize(text, (gssize)length, mode);
  if (!made) return "g_utf8_normalize returned NULL";
  lane_put(out, made, strlen(made));
  g_free(made);
  return NULL;
}
static const char *nfc(const char *text, size_t length, lane_buffer *out) {
  return normalize(text, length, out, G_NORMALIZE_NFC);
}
static const char *nfd(const char *text, size_t length, lane_buffer *out) {
  return normalize(text, length, out, G_NORMALIZE_NFD);
}
static const char *nfkc(const char *text, size_t length, lane_buffer *out) {
  return normalize(text, length, out, G_NORMALIZE_NFKC);
}
static const char *nfkd(const char *text, size_t length, lane_buffer *out) {
  return normalize(text, length, out, G_NORMALIZE_NFKD);
}

int main(void) {
  const lane_test tests[] = {{"g_unichar_isspace", is_space}, {"g_ascii_isspace", is_ascii_space}, {NULL, NULL}};
  const lane_map trims[] = {{"g_strstrip", strip}, {"g_strchug", chug}, {"g_strchomp", chomp}, {NULL, NULL}};
  const lane_map forms[] = {{"NFC", nfc}, {"NFD", nfd}, {"NFKC", nfkc}, {"NFKD", nfkd}, {NULL, NULL}};
  char version[64];
  snprintf(version, sizeof version, "GLib %u.%u.%u", glib_major_version, glib_minor_version, glib_micro_version);
  const lane asked = {version, "", tests, trims, forms};
  return lane_serve(&asked);
}
