#include "serve/letters/letter_service.hpp"

#include <atomic>
#include <future>
#include <thread>
#include <utility>

#include <nlohmann/json.hpp>

#include "arena/fields.hpp"
#include "letters/base_text.hpp"
#include "secrets/sodium_secrets.hpp"
#include "serve/arena/log_backup.hpp"
#include "serve/log/metric_text.hpp"
#include "serve/log/server_log.hpp"
#include "store/letter_store.hpp"

namespace kibitz::serve {

namespace {

std::string new_nonce() {
    constexpr std::size_t bytes = 32;
    const std::string nonce = secrets::random_bytes(bytes);
    return letters::to_base64url({reinterpret_cast<const std::uint8_t*>(nonce.data()), bytes});
}

letters::LetterOffice::Time now() {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

void tell_log(bool is_error, std::string_view event, const nlohmann::json& fields) {
    log_event(is_error ? LogLevel::error : LogLevel::info, event, fields);
}

std::string metric(const std::string& name, const std::string& help, const char* kind,
                   std::uint64_t value) {
    return metric_text("kibitz_letters_" + name, help, kind, value);
}

}  // namespace

std::string metrics_text(const letters::LetterMetrics& metrics) {
    return metric("open_reports", "Reported letters that the operator has not dealt with.", "gauge",
                  metrics.open_reports) +
           metric("sent_total", "Letters that were accepted.", "counter", metrics.sent) +
           metric("reported_total", "Letters that were reported.", "counter", metrics.reported) +
           metric("recovered_total", "Names that their key brought back.", "counter",
                  metrics.recovered) +
           metric("refusals_total", "Messages that were refused.", "counter", metrics.refused);
}

struct LetterService::Session {
    letters::LetterOffice::Visitor visitor{};  // of the queue's thread, once messages come
    std::atomic<int> waiting = 0;              // messages without an answer
};

class LetterService::Client final : public net::SocketHandler {
   public:
    Client(LetterService& service, const net::Request& request)
        : service_(service), session_(std::make_shared<Session>()) {
        session_->visitor = {.nonce = new_nonce(),
                             .host = std::string(request.header("Host")),
                             .network = net::network_of(request.address)};
    }

    void on_open(std::shared_ptr<net::Socket> socket) override {
        socket_ = std::move(socket);
        socket_->send(service_.office_.greeting(session_->visitor).dump());
    }
    void on_message(std::string_view message, bool /*is_text*/) override {
        if (++session_->waiting > most_waiting_of_one)
            return socket_->close(net::CloseCode::policy, "Please wait for answers.");
        const bool is_taken =
            service_.submit({.session = session_, .socket = socket_, .text = std::string(message)});
        if (!is_taken)
            socket_->close(net::CloseCode::try_again_later,
                           "The server has too many letters to look after. Please try again soon.");
    }
    void on_close() override {}

   private:
    LetterService& service_;
    const std::shared_ptr<Session> session_;
    std::shared_ptr<net::Socket> socket_;
};

std::expected<std::unique_ptr<LetterService>, std::string> LetterService::open(
    const std::string& file, const letters::LetterLimits& limits, arena::ArenaQueries* arena) {
    auto store = store::open_letter_store(file);
    if (!store) return std::unexpected(store.error());
    return std::unique_ptr<LetterService>(new LetterService(*std::move(store), limits, arena));
}

LetterService::LetterService(std::unique_ptr<letters::LetterStore> store,
                             const letters::LetterLimits& limits, arena::ArenaQueries* arena)
    : store_(std::move(store)), office_(*store_, limits, arena, tell_log) {}

std::string LetterService::metrics_text() const { return serve::metrics_text(office_.metrics()); }

bool LetterService::submit(Message message) {
    const std::scoped_lock lock(mutex_);
    if (waiting_.size() >= most_waiting) return false;
    if (waiting_.empty() && !work_.submit([this] { answer_waiting(); })) return false;
    waiting_.push_back(std::move(message));
    return true;
}

void LetterService::answer_waiting() {
    std::this_thread::sleep_until(next_answers_);
    std::vector<Message> messages;
    {
        const std::scoped_lock lock(mutex_);
        messages.swap(waiting_);
    }
    std::vector<letters::LetterOffice::Asked> asked;
    for (const Message& message : messages)
        asked.push_back({.visitor = message.session->visitor, .message = message.text});
    const auto answers = office_.answer_all(asked, now());
    if (answers.have_changed_store)
        next_answers_ = std::chrono::steady_clock::now() + between_stores;
    for (std::size_t i = 0; i < messages.size(); ++i) {
        messages[i].socket->send(answers.texts[i]);
        --messages[i].session->waiting;
    }
}

std::expected<int, arena::Refusal> LetterService::back_up(const std::string& file) {
    using Done = std::expected<int, arena::Refusal>;
    const auto done = in_turn<Done>([this, file] { return serve::back_up(*store_, file); });
    if (!done) return std::unexpected(done.error());
    return *done;
}

nlohmann::json LetterService::command(const nlohmann::json& command) {
    const auto answer =
        in_turn<nlohmann::json>([this, command] { return office_.command(command, now()); });
    return answer ? *answer : arena::error_json(answer.error());
}

template <class Result>
std::expected<Result, arena::Refusal> LetterService::in_turn(std::function<Result()> work) {
    const auto answer = std::make_shared<std::promise<Result>>();
    const bool is_taken =
        work_.submit([answer, work = std::move(work)] { answer->set_value(work()); });
    if (!is_taken)
        return arena::refuse(arena::ErrorCode::copy_failed,
                             "the server has too many letters to look after at the moment");
    return answer->get_future().get();
}

std::unique_ptr<net::SocketHandler> LetterService::open_socket(const net::Request& request) {
    return std::make_unique<Client>(*this, request);
}

}  // namespace kibitz::serve
