/* unicodedata2 before 15 assigns to Py_TYPE(x); CPython made that an inline function in 3.11. */
#ifndef ASSIGNABLE_TYPE_H
#define ASSIGNABLE_TYPE_H
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#undef Py_TYPE
#define Py_TYPE(object) (((PyObject *)(object))->ob_type)
#endif
