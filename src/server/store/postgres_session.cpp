#include "store/postgres_session.hpp"

#include <algorithm>
#include <charconv>

namespace kibitz::store {

std::expected<void, std::string> check_postgres_address(const std::string& address) {
    const std::unique_ptr<PQconninfoOption, postgres::Free> options(
        PQconninfoParse(address.c_str(), nullptr));
    if (options) return {};
    return std::unexpected(
        "the address of the database cannot be read; it is like postgresql://user@host/name");
}

namespace postgres {

namespace {

std::string in_one_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    while (text.ends_with(' ')) text.pop_back();
    return text;
}

}  // namespace

Try<void> Session::connect() {
    connection_.reset(PQconnectdbParams(keys.data(), values().data(), /*expand_dbname=*/1));
    if (!is_connected()) return std::unexpected(failure(nullptr));
    PQsetNoticeProcessor(connection_.get(), [](void*, const char*) {}, nullptr);
    return {};
}

bool Session::is_answered() const {
    return PQpingParams(keys.data(), values().data(), /*expand_dbname=*/1) == PQPING_OK;
}

Try<Result> Session::ask(const char* statement, const Parameters& parameters) {
    std::vector<const char*> values;
    for (const std::string& parameter : parameters) {
        // The library takes it for the end of the text, and the rest would be lost.
        if (parameter.contains('\0'))
            return std::unexpected(Failure{.words = "a text has a zero byte (zeroByte)"});
        values.push_back(parameter.c_str());
    }
    return checked(parameters.empty()
                       ? PQexec(connection_.get(), statement)
                       : PQexecParams(connection_.get(), statement, static_cast<int>(values.size()),
                                      nullptr, values.data(), nullptr, nullptr,
                                      /*resultFormat=*/0));
}

Try<Result> Session::ask_bytes(const char* statement,
                               std::span<const std::string_view> parameters) {
    std::vector<const char*> values;
    std::vector<int> lengths;
    for (const std::string_view parameter : parameters) {
        values.push_back(parameter.data());
        lengths.push_back(static_cast<int>(parameter.size()));
    }
    const std::vector<int> binary(parameters.size(), 1);
    return checked(PQexecParams(connection_.get(), statement, static_cast<int>(values.size()),
                                nullptr, values.data(), lengths.data(), binary.data(),
                                /*resultFormat=*/1));
}

Try<Result> Session::checked(PGresult* answer) const {
    Result result(answer);
    const ExecStatusType status = PQresultStatus(result.get());
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        return std::unexpected(failure(result.get()));
    return result;
}

Failure Session::failure(const PGresult* result) const {
    // Classes of errors: 08 connection exception, 57P0 the database is shut down or starts.
    const char* const field = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : nullptr;
    const std::string_view code = field ? field : "";
    return {.is_lost = !is_connected() || code.starts_with("08") || code.starts_with("57P0"),
            .words = in_one_line(PQerrorMessage(connection_.get()))};
}

std::string_view text_at(const Result& rows, int row, int column) {
    return {PQgetvalue(rows.get(), row, column),
            static_cast<std::size_t>(PQgetlength(rows.get(), row, column))};
}

std::int64_t number_at(const Result& rows, int row, int column) {
    const std::string_view text = text_at(rows, row, column);
    std::int64_t number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

}  // namespace postgres

}  // namespace kibitz::store
