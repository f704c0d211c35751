/* unicodedata2 before 13 includes this header by name; CPython made it private in 3.10.
 * Only the layout of the capsule that the module exports is declared. */
#ifndef UCNHASH_H
#define UCNHASH_H
typedef struct {
    int size;
    int (*getname)(PyObject *self, Py_UCS4 code, char *buffer, int buflen, int with_alias_and_seq);
    int (*getcode)(PyObject *self, const char *name, int namelen, Py_UCS4 *code, int with_named_seq);
} _PyUnicode_Name_CAPI;
#endif
