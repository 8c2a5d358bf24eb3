// The engine behind UCI, in this process: lines go in, and its answers come to a function.
#include "uci/session.hpp"

#include <pybind11/functional.h>

#include <memory>
#include <string>

#include "bindings.hpp"

namespace py = pybind11;

namespace kibitz::python {

namespace {

// A conversation. Its searches write from threads of their own, for which they need Python's lock:
// nothing here waits for them and holds it.
class UciSession {
   public:
    explicit UciSession(py::function write)
        : write_(std::make_shared<py::function>(std::move(write))),
          session_(std::make_unique<uci::Session>([write = write_](std::string_view line) {
              const py::gil_scoped_acquire lock;
              try {
                  (*write)(py::bytes(line));
              } catch (py::error_already_set& error) {
                  error.discard_as_unraisable("a function that takes the lines of an engine");
              }
          })) {}
    UciSession(const UciSession&) = delete;
    UciSession& operator=(const UciSession&) = delete;
    UciSession(UciSession&&) = delete;
    UciSession& operator=(UciSession&&) = delete;
    ~UciSession() { close(); }

    // False when the conversation is over.
    bool handle(std::string_view line) {
        const py::gil_scoped_release unlocked;
        return session_ != nullptr && session_->handle(line);
    }
    void close() {
        const py::gil_scoped_release unlocked;
        session_.reset();
    }

   private:
    std::shared_ptr<py::function> write_;  // destroyed with Python's lock, after the session
    std::unique_ptr<uci::Session> session_;
};

}  // namespace

void bind_uci_session(py::module_& module) {
    py::class_<UciSession>(module, "UciSession", "A conversation with the engine in UCI.")
        .def(py::init<py::function>(), py::arg("write"))
        .def("handle", &UciSession::handle, py::arg("line"))
        .def("close", &UciSession::close);
}

}  // namespace kibitz::python
