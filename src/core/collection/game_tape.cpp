#include "collection/game_tape.hpp"

namespace kibitz::collection {

namespace {

// The positions of the lines that are open while a tape is played.
class Lines {
   public:
    void begin(const Position& start) { lines_ = {{start, start}}; }
    void open() {
        const Position before = lines_.back().before;
        lines_.push_back({before, before});
    }
    void close() { lines_.pop_back(); }
    void play(Move move, PgnVisitor& visitor) {
        Line& line = lines_.back();
        line.before = line.now;
        collection::play(line.now, move);
        visitor.move(line.before, move, line.now);
    }

   private:
    struct Line {
        Position before, now;
    };
    std::vector<Line> lines_;
};

// Stands for them where nobody looks at positions.
class NoLines {
   public:
    void begin(const Position& start) { start_ = &start; }
    void open() {}
    void close() {}
    void play(Move move, PgnVisitor& visitor) const { visitor.move(*start_, move, *start_); }

   private:
    const Position* start_ = nullptr;
};

}  // namespace

void play(Position& position, Move move) {
    move.is_none() ? position.play_null() : position.play(move);
}

void GameTape::begin_game() {
    events_.clear();
    texts_.clear();
    errors_.clear();
    moves_.clear();
    start_ = Position::initial();
    result_ = PgnResult::unknown;
    depth_ = 0;
    if (!between_games_.empty()) add(Kind::between_games, std::exchange(between_games_, {}));
}

void GameTape::tag(std::string_view name, std::string_view value) {
    const std::size_t at = texts_.size();
    texts_ += name;
    texts_ += value;
    events_.push_back({Kind::tag, static_cast<int>(name.size()), at, name.size() + value.size()});
}

bool GameTape::begin_moves(const Position& start) {
    start_ = start;
    add(Kind::begin_moves);
    return true;
}

void GameTape::move(const Position& /*before*/, Move move, const Position& /*after*/) {
    events_.push_back({Kind::move, move.bits(), texts_.size(), 0});
    if (depth_ == 0) moves_.push_back(move);
}

void GameTape::begin_variation() {
    ++depth_;
    add(Kind::begin_variation);
}

void GameTape::end_variation() {
    --depth_;
    add(Kind::end_variation);
}

void GameTape::result(PgnResult result) {
    result_ = result;
    add(Kind::result, {}, static_cast<int>(result));
}

void GameTape::add(Kind kind, std::string_view text, int number) {
    events_.push_back({kind, number, texts_.size(), text.size()});
    texts_ += text;
}

void GameTape::add_error(Kind kind, const PgnError& error) {
    events_.push_back({kind, 0, errors_.size(), 0});
    errors_.push_back(error);
}

std::string_view GameTape::text_of(const Event& event) const {
    return std::string_view(texts_).substr(event.at, event.size);
}

void GameTape::play_to(PgnVisitor& visitor) const { tell(visitor, Lines()); }

template <class LinesOfGame>
void GameTape::tell(PgnVisitor& visitor, LinesOfGame lines) const {
    bool has_begun = false;
    for (const Event& event : events_) {
        if (!has_begun && event.kind != Kind::between_games) {
            visitor.begin_game();
            has_begun = true;
        }
        const std::string_view text = event.kind == Kind::error || event.kind == Kind::repair
                                          ? std::string_view()
                                          : text_of(event);
        switch (event.kind) {
            case Kind::tag: {
                const auto name = static_cast<std::size_t>(event.number);
                visitor.tag(text.substr(0, name), text.substr(name));
                break;
            }
            case Kind::begin_moves:
                lines.begin(start_);
                visitor.begin_moves(start_);
                break;
            case Kind::move:
                lines.play(Move::from_bits(static_cast<std::uint16_t>(event.number)), visitor);
                break;
            case Kind::comment: visitor.comment(text); break;
            case Kind::between_games: visitor.comment_between_games(text); break;
            case Kind::nag: visitor.nag(event.number); break;
            case Kind::begin_variation:
                lines.open();
                visitor.begin_variation();
                break;
            case Kind::end_variation:
                lines.close();
                visitor.end_variation();
                break;
            case Kind::result: visitor.result(static_cast<PgnResult>(event.number)); break;
            case Kind::error: visitor.error(errors_[event.at]); break;
            case Kind::repair: visitor.repair(errors_[event.at]); break;
            case Kind::unread: visitor.unread(text); break;
            case Kind::kept_text: visitor.kept_text(text); break;
        }
    }
    if (!has_begun) visitor.begin_game();
    visitor.end_game();
}

ReadGame GameTape::build() const {
    ReadGame game;
    GameBuilder builder([&game](ReadGame read) { game = std::move(read); });
    tell(builder, NoLines());  // a builder looks at moves alone
    return game;
}

}  // namespace kibitz::collection
