#include "serve/arena/bot_seat.hpp"

#include <utility>

#include "arena/fields.hpp"

namespace kibitz::serve {

using arena::GameId;
using arena::lichess::Knowledge;
using arena::lichess::Lines;
using arena::lichess::Question;

namespace {

constexpr std::int64_t login_id = 1;

arena::Json closed(const std::string& why) {
    arena::Json error = arena::error_json({arena::ErrorCode::interrupted, why});
    error["type"] = "error";
    return error;
}

}  // namespace

// What the arena sends comes in here; the seat may be gone before.
class BotSeat::Inlet final : public net::Socket {
   public:
    explicit Inlet(std::weak_ptr<BotSeat> seat) : seat_(std::move(seat)) {}
    void send(net::SharedText text) override {
        if (const auto seat = seat_.lock()) seat->receive(*text);
    }
    void close(net::CloseCode /*code*/, std::string reason) override {
        if (const auto seat = seat_.lock()) seat->lose(reason);
    }
    [[nodiscard]] std::size_t queued_bytes() const override { return 0; }

   private:
    std::weak_ptr<BotSeat> seat_;
};

BotSeat::~BotSeat() {
    if (session_) session_->on_close();
}

void BotSeat::log_in(const std::string& token, const std::string& address) {
    session_ = arena_.open_socket(arena::Protocol::kibitz, address);
    session_->on_open(std::make_shared<Inlet>(weak_from_this()));
    {
        const std::lock_guard lock(mutex_);
        last_id_ = login_id;
    }
    session_->on_message(Json{{"type", "hello"}, {"id", login_id}, {"token", token}}.dump(), true);
}

bool BotSeat::is_closed() const {
    const std::lock_guard lock(mutex_);
    return is_closed_;
}

void BotSeat::when_ready(Answer answer) {
    std::optional<Json> login;
    {
        const std::lock_guard lock(mutex_);
        login = login_;
        if (!login) return waiting_for_login_.push_back(std::move(answer));
    }
    answer(*login);
}

bool BotSeat::ask(Json request, const Answer& answer) {
    std::optional<std::int64_t> id;
    {
        const std::lock_guard lock(mutex_);
        if (waiting_.size() >= most_waiting) return false;
        if (!is_closed_) id = note(answer);
    }
    if (!id) {
        answer(closed("the arena has ended the connection"));
        return true;
    }
    request["id"] = *id;
    session_->on_message(request.dump(-1, ' ', false, Json::error_handler_t::replace), true);
    return true;
}

std::int64_t BotSeat::note(Answer answer) {
    waiting_.emplace(++last_id_, std::move(answer));
    return last_id_;
}

bool BotSeat::challenge(const Json& request, const Answer& answer) {
    return ask(request, [self = shared_from_this(), request, answer](const Json& reply) {
        const auto id = arena::text_field(reply, "offer");
        if (!id) return answer(reply);
        Json offer = request;
        offer["id"] = *id;
        offer["kind"] = "challenge";
        offer["from"] = self->name();
        const Question question{.players = {offer["from"], offer["to"]}};
        self->ask_arena(question, [self, offer, answer](const Knowledge& knowledge) {
            Json challenge;
            Calls calls;
            {
                const std::lock_guard lock(self->mutex_);
                Lines lines;
                challenge = self->desk_.send_challenge(offer, knowledge, lines);
                self->tell(lines, calls);
            }
            for (const auto& call : calls) call();
            answer(challenge);
        });
    });
}

void BotSeat::forget_challenge(const std::string& id) {
    const std::lock_guard lock(mutex_);
    desk_.forget_challenge(id);
}

bool BotSeat::is_draw_offered_to(const GameId& game) const {
    const std::lock_guard lock(mutex_);
    return desk_.is_draw_offered_to(game);
}

std::string BotSeat::name() const {
    const std::lock_guard lock(mutex_);
    return desk_.name();
}

arena::Json BotSeat::challenges() const {
    const std::lock_guard lock(mutex_);
    return desk_.challenges();
}

std::shared_ptr<LineFeed> BotSeat::open_events() {
    std::shared_ptr<LineFeed> before, feed;
    {
        const std::lock_guard lock(mutex_);
        before = events_.lock();
        feed = std::make_shared<LineFeed>(shared_from_this(), desk_.opening());
        events_ = feed;
    }
    if (before) before->end();
    return feed;
}

void BotSeat::open_game(const GameId& game, const OpenedGame& opened) {
    const auto open = [self = shared_from_this(), game, opened](const Knowledge& knowledge) {
        std::shared_ptr<LineFeed> feed;
        {
            const std::lock_guard lock(self->mutex_);
            feed = self->feed_of(game, knowledge);
        }
        opened(std::move(feed));
    };
    ask_arena({.games = {game}}, open);
}

// With the mutex held.
std::shared_ptr<LineFeed> BotSeat::feed_of(const GameId& game, const Knowledge& knowledge) {
    if (auto first = desk_.game_full(game, knowledge.time)) {
        auto feed = std::make_shared<LineFeed>(shared_from_this(), *std::move(first));
        std::erase_if(games_, [](const auto& entry) { return entry.second.expired(); });
        games_.emplace(game, feed);
        return feed;
    }
    auto whole = arena::lichess::finished_game(game, knowledge, desk_.name());
    if (!whole) return nullptr;
    auto feed = std::make_shared<LineFeed>(shared_from_this(), *std::move(whole));
    feed->end();
    return feed;
}

void BotSeat::receive(const std::string& text) {
    Calls calls;
    {
        const std::lock_guard lock(mutex_);
        if (is_closed_) return;
        inbox_.push_back(Json::parse(text, nullptr, /*allow_exceptions=*/false));
        pump(calls);
    }
    for (const auto& call : calls) call();
}

// In the order in which the arena has sent them, also where one waits for knowledge.
void BotSeat::pump(Calls& calls) {
    while (!inbox_.empty() && !is_looking_up_) {
        Question question = arena::lichess::question_of(inbox_.front());
        if (question.is_empty()) {
            const Json message = std::move(inbox_.front());
            inbox_.pop_front();
            handle(message, {}, calls);
            continue;
        }
        is_looking_up_ = true;
        calls.emplace_back([self = shared_from_this(), question = std::move(question)] {
            self->ask_arena(question, [self](const Knowledge& knowledge) {
                Calls next;
                {
                    const std::lock_guard lock(self->mutex_);
                    self->is_looking_up_ = false;
                    if (self->inbox_.empty()) return;
                    const Json message = std::move(self->inbox_.front());
                    self->inbox_.pop_front();
                    self->handle(message, knowledge, next);
                    self->pump(next);
                }
                for (const auto& call : next) call();
            });
        });
    }
}

void BotSeat::handle(const Json& message, const Knowledge& knowledge, Calls& calls) {
    tell(desk_.receive(message, knowledge), calls);
    const auto id = arena::integer_field(message, "id");
    if (!id) return;
    if (*id == login_id) {
        login_ = message;
        for (Answer& answer : std::exchange(waiting_for_login_, {}))
            calls.emplace_back([answer = std::move(answer), message] { answer(message); });
    } else if (auto waiting = waiting_.extract(*id)) {
        calls.emplace_back([answer = std::move(waiting.mapped()), message] { answer(message); });
    }
}

void BotSeat::tell(const Lines& lines, Calls& calls) {
    for (const auto& line : lines) {
        if (line.game.empty()) {
            if (auto feed = events_.lock())
                calls.emplace_back([feed, text = line.text] { feed->send(text); });
            continue;
        }
        const auto [begin, end] = games_.equal_range(line.game);
        for (auto entry = begin; entry != end; ++entry)
            if (auto feed = entry->second.lock())
                calls.emplace_back([feed, text = line.text, is_last = line.is_last] {
                    feed->send(text);
                    if (is_last) feed->end();
                });
    }
}

// The arena has ended the connection: the streams end, too, and nobody waits any more.
void BotSeat::lose(const std::string& why) {
    Calls calls;
    {
        const std::lock_guard lock(mutex_);
        if (std::exchange(is_closed_, true)) return;
        const Json error = closed(why.empty() ? "the arena has ended the connection" : why);
        if (!login_) login_ = error;
        for (Answer& answer : std::exchange(waiting_for_login_, {}))
            calls.emplace_back([answer = std::move(answer), error] { answer(error); });
        for (auto& [id, answer] : std::exchange(waiting_, {}))
            calls.emplace_back([answer, error] { answer(error); });
        if (auto feed = events_.lock()) calls.emplace_back([feed] { feed->end(); });
        for (const auto& [game, held] : games_)
            if (auto feed = held.lock()) calls.emplace_back([feed] { feed->end(); });
    }
    for (const auto& call : calls) call();
}

void BotSeat::ask_arena(Question question, std::function<void(const Knowledge&)> then) {
    arena_.post({.content = Asked{[question = std::move(question), then = std::move(then)](
                                      arena::Arena& arena, arena::Time time, arena::Effects&) {
                     return [then, knowledge = arena::lichess::answer_of(arena, question, time)] {
                         then(knowledge);
                     };
                 }}});
}

}  // namespace kibitz::serve
