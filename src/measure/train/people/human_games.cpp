#include "train/people/human_games.hpp"

#include <charconv>
#include <string_view>

#include "chess/random.hpp"
#include "unpack/input_file.hpp"

namespace kibitz::train {

namespace {

class GameCollector final : public PgnVisitor {
   public:
    explicit GameCollector(std::vector<HumanGame>& games) : games_(games) {}

    void begin_game() override {
        game_ = {};
        is_good_ = true;
        depth_ = 0;
    }
    void tag(std::string_view name, std::string_view value) override {
        if (name == "WhiteElo") read_rating(Color::white, value);
        if (name == "BlackElo") read_rating(Color::black, value);
        game_.system = players::rating_system_in_tag(name, value).value_or(game_.system);
        if (name == "TimeClass") game_.time_class = time_class(value);
        if (name == "ArchiveOwner") game_.is_archive_owner[value == "white" ? 0 : 1] = true;
    }
    bool begin_moves(const Position& start) override {
        is_good_ = is_good_ && game_.ratings[0] > 0 && game_.ratings[1] > 0 &&
                   start == Position::initial();
        return is_good_;
    }
    void move(const Position&, Move move, const Position&) override {
        if (depth_ > 0) return;
        is_good_ = is_good_ && !move.is_none();
        game_.moves.push_back(move);
    }
    void begin_variation() override { ++depth_; }
    void end_variation() override { --depth_; }
    void result(PgnResult result) override { game_.result = result; }
    void error(const PgnError&) override { is_good_ = false; }
    void end_game() override {
        if (is_good_ && !game_.moves.empty()) games_.push_back(std::move(game_));
    }

   private:
    void read_rating(Color side, std::string_view text) {
        int& rating = game_.ratings[static_cast<std::size_t>(index(side))];
        std::from_chars(text.data(), text.data() + text.size(), rating);
    }
    static players::TimeClass time_class(std::string_view text) {
        if (text == "blitz") return players::TimeClass::blitz;
        if (text == "rapid") return players::TimeClass::rapid;
        if (text == "classical" || text == "daily") return players::TimeClass::classical;
        return players::TimeClass::unknown;
    }

    std::vector<HumanGame>& games_;
    HumanGame game_;
    bool is_good_ = true;
    int depth_ = 0;
};

}  // namespace

std::expected<std::vector<HumanGame>, std::string> read_human_games(const std::string& path) {
    auto source = open_input(path);
    if (!source) return std::unexpected(source.error());
    std::vector<HumanGame> games;
    GameCollector collector(games);
    PgnReader reader(collector);
    std::vector<std::byte> buffer(1 << 16);
    while (true) {
        const auto size = (*source)->read(buffer);
        if (!size) return std::unexpected(path + ": " + size.error());
        if (*size == 0) break;
        reader.feed({reinterpret_cast<const char*>(buffer.data()), *size});
    }
    reader.finish();
    return games;
}

bool is_kept_apart(const HumanGame& game) {
    NumberHash hash;
    for (const int rating : game.ratings) hash.add(static_cast<std::uint64_t>(rating));
    for (const Move move : game.moves) hash.add(move.bits());
    constexpr std::uint64_t one_in = 10;
    return hash.value() % one_in == 0;
}

}  // namespace kibitz::train
