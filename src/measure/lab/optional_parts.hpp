// Parts of a JSON object that may be missing, because they are not needed or because an older
// version wrote it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace kibitz::lab {

class OptionalParts {
   public:
    // The object must live as long as this.
    explicit OptionalParts(const nlohmann::json& object) : object_(object) {}

    // Reads the part if it is there; `from_json` says what is wrong with it.
    template <class FromJson, class Part>
    void read(const char* name, FromJson from_json, Part& part) {
        const auto found = object_.find(name);
        if (found == object_.end()) return;
        auto read = from_json(*found);
        if (read)
            part = *std::move(read);
        else if (error_.empty())
            error_ = std::move(read.error());
    }
    // What is wrong with the first part that could not be read; empty if all could.
    [[nodiscard]] const std::string& error() const { return error_; }

   private:
    const nlohmann::json& object_;
    std::string error_;
};

}  // namespace kibitz::lab
