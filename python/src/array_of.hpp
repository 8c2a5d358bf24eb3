// NumPy arrays from vectors.
#pragma once

#include <pybind11/numpy.h>

#include <utility>
#include <vector>

namespace kibitz::python {

// An array that takes a vector's memory over.
template <class T>
pybind11::array take(std::vector<T>& values, std::vector<pybind11::ssize_t> shape) {
    auto* kept = new std::vector<T>(std::move(values));
    const pybind11::capsule owner(
        kept, [](void* memory) { delete static_cast<std::vector<T>*>(memory); });
    return pybind11::array_t<T>(std::move(shape), kept->data(), owner);
}

}  // namespace kibitz::python
