// A connection to PostgreSQL and what is asked over it: libpq, with errors as values.
#pragma once

#include <libpq-fe.h>

#include <array>
#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kibitz::store {

// Whether libpq can read it. The error does not repeat the address, which may have a password in
// it.
std::expected<void, std::string> check_postgres_address(const std::string& address);

namespace postgres {

struct Free {
    void operator()(PGconn* connection) const { PQfinish(connection); }
    void operator()(PGresult* result) const { PQclear(result); }
    void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};
using Result = std::unique_ptr<PGresult, Free>;
using Parameters = std::vector<std::string>;

struct Failure {
    bool is_lost = false;  // the connection: a new one may do
    std::string words;
};
template <class Value>
using Try = std::expected<Value, Failure>;

// One thread at a time.
class Session {
   public:
    explicit Session(std::string address) : address_(std::move(address)) {}

    Try<void> connect();
    // Whether a database answers at the address, whatever it thinks of us. One that is about to
    // start or stop does not.
    [[nodiscard]] bool is_answered() const;
    [[nodiscard]] bool is_connected() const {
        return connection_ && PQstatus(connection_.get()) == CONNECTION_OK;
    }
    // One statement; several where there are no parameters.
    Try<Result> ask(const char* statement, const Parameters& parameters = {});
    // The same with parameters and results that are bytes, which may be anything (bytea), or texts.
    Try<Result> ask_bytes(const char* statement, std::span<const std::string_view> parameters);

   private:
    // What stands in the address counts more than what stands here before it.
    static constexpr std::array<const char*, 5> keys{
        "connect_timeout", "tcp_user_timeout", "fallback_application_name", "dbname", nullptr};
    [[nodiscard]] std::array<const char*, 5> values() const {
        return {"5", "10000", "kibitz", address_.c_str(), nullptr};
    }
    [[nodiscard]] Try<Result> checked(PGresult* answer) const;
    [[nodiscard]] Failure failure(const PGresult* result) const;

    std::string address_;
    std::unique_ptr<PGconn, Free> connection_;
};

inline int rows_of(const Result& rows) { return PQntuples(rows.get()); }
std::string_view text_at(const Result& rows, int row, int column);
std::int64_t number_at(const Result& rows, int row, int column);

}  // namespace postgres

}  // namespace kibitz::store
