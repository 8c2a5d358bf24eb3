#include "match/openings.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <sstream>
#include <utility>

#include "chess/byte_order_mark.hpp"
#include "chess/fen.hpp"
#include "chess/movegen.hpp"
#include "chess/pgn.hpp"
#include "chess/uci_move.hpp"
#include "match/built_in_openings.hpp"
#include "players/random.hpp"
#include "text/split.hpp"
#include "unpack/input_file.hpp"

namespace kibitz::match {

namespace {

// An EPD line is four FEN fields and operations; of those, hmvc and fmvn are the FEN's other two.
// A line with two numbers there is a whole FEN.
std::string fen_of_epd(std::string_view line) {
    std::istringstream words{std::string(line.substr(0, line.find(';')))};
    std::string fen, word;
    for (int field = 0; field < 4 && words >> word; ++field) {
        if (field > 0) fen += ' ';
        fen += word;
    }
    int halfmoves = 0, fullmoves = 1;
    if (!(words >> halfmoves >> fullmoves)) {
        halfmoves = 0;
        fullmoves = 1;
        const auto operation = [&](std::string_view name, int& value) {
            const auto at = line.find(name);
            if (at != std::string_view::npos)
                std::istringstream(std::string(line.substr(at + name.size()))) >> value;
        };
        operation(" hmvc ", halfmoves);
        operation(" fmvn ", fullmoves);
    }
    return fen + " " + std::to_string(halfmoves) + " " + std::to_string(fullmoves);
}

std::expected<std::vector<Opening>, std::string> read_epd(std::string_view text) {
    text = without_byte_order_mark(text);
    std::vector<Opening> openings;
    for (std::size_t line_number = 1; !text.empty(); ++line_number) {
        const auto end = text.find('\n');
        std::string_view line = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.find_first_not_of(" \t") == std::string_view::npos || line.starts_with('#'))
            continue;
        auto position = parse_fen(fen_of_epd(line), SetupRules::lenient);
        const auto wrong = [&](const std::string& what) {
            return std::unexpected("line " + std::to_string(line_number) + ": " + what);
        };
        if (!position) return wrong(to_string(position.error()));
        if (!has_legal_move(*position)) return wrong("the game is over in this position");
        openings.push_back({*std::move(position), {}, openings.size() + 1});
    }
    return openings;
}

class OpeningCollector : public PgnVisitor {
   public:
    explicit OpeningCollector(int plies) : plies_(plies) {}

    bool begin_moves(const Position& start) override {
        openings_.push_back({start, {}, openings_.size() + 1});
        depth_ = 0;
        read_ = 0;
        return true;
    }
    void begin_variation() override { ++depth_; }
    void end_variation() override { --depth_; }
    void move(const Position& /*before*/, Move move, const Position& after) override {
        if (depth_ > 0 || (plies_ > 0 && read_ == plies_)) return;
        ++read_;
        Opening& opening = openings_.back();
        // A null move cannot be sent to an engine: the opening begins behind the last one.
        if (move.is_none())
            opening = {after, {}, opening.number};
        else if (has_legal_move(after))
            opening.moves.push_back(move);
        else
            opening.ends_game = true;
    }
    void error(const PgnError& error) override {
        if (!error_) error_ = to_string(error);
    }

    std::expected<std::vector<Opening>, std::string> take() {
        if (error_) return std::unexpected(*error_);
        return std::move(openings_);
    }

   private:
    int plies_;
    int read_ = 0;  // of this game's
    int depth_ = 0;
    std::vector<Opening> openings_;
    std::optional<std::string> error_;
};

std::expected<std::vector<Opening>, std::string> read_pgn(std::string_view text, int plies) {
    OpeningCollector collector(plies);
    PgnReader reader(collector);
    reader.feed(text);
    reader.finish();
    return collector.take();
}

std::vector<Opening> read_built_in(std::string_view text) {
    std::vector<Opening> openings;
    while (!text.empty()) {
        std::string_view line = text::take_part(text, '\n');
        if (line.empty()) continue;
        Opening& opening = openings.emplace_back();
        opening.number = openings.size();
        constexpr std::size_t letters_of_a_move = 4;  // nobody promotes in an opening
        Position position = opening.start;
        for (; !line.empty(); line.remove_prefix(letters_of_a_move)) {
            const auto move = parse_uci(position, line.substr(0, letters_of_a_move));
            if (!move) break;  // a test sees to it that there is none
            position.play(*move);
            opening.moves.push_back(*move);
        }
    }
    return openings;
}

std::vector<Opening> chess960_arrays() {
    constexpr int arrays = 960;
    std::vector<Opening> openings;
    for (int number = 0; number < arrays; ++number)
        openings.push_back({Position::chess960(number), {}, openings.size() + 1});
    return openings;
}

}  // namespace

OpeningBook::OpeningBook() : openings_(1), order_{0} {}

std::expected<OpeningBook, std::string> OpeningBook::read(const BookSettings& settings,
                                                          const std::string& text,
                                                          std::uint64_t seed) {
    auto openings =
        settings.format == BookFormat::epd ? read_epd(text) : read_pgn(text, settings.plies);
    if (!openings) return std::unexpected(openings.error());
    if (openings->empty()) return std::unexpected("there is no opening in it");
    return OpeningBook(*std::move(openings), settings, seed);
}

OpeningBook::OpeningBook(std::vector<Opening> openings, const BookSettings& settings,
                         std::uint64_t seed)
    : openings_(std::move(openings)), order_(openings_.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    if (settings.order == BookOrder::random) {
        players::Random random(seed);
        shuffle(std::span(order_), random);
    }
    // The order of play begins at `start` and goes round.
    const std::size_t skipped = settings.start > 0 ? (settings.start - 1) % size() : 0;
    std::rotate(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(skipped),
                order_.end());
}

std::expected<OpeningBook, std::string> OpeningBook::load(const BookSettings& settings,
                                                          std::uint64_t seed, bool chess960) {
    if (settings.file == ordinary_start) return OpeningBook();
    if (settings.file.empty())
        return OpeningBook(chess960 ? chess960_arrays() : read_built_in(built_in_openings),
                           settings, seed);
    const auto text = read_input(settings.file);
    if (!text) return std::unexpected("openings: cannot read " + text.error());
    auto book = read(settings, *text, seed);
    if (!book) return std::unexpected("openings: " + settings.file + ": " + book.error());
    return book;
}

std::string OpeningBook::warning() const {
    constexpr std::size_t longest_opening = 60;  // plies
    const auto is_whole_game = [](const Opening& opening) {
        return opening.moves.size() > longest_opening || opening.ends_game;
    };
    const auto games = std::ranges::count_if(openings_, is_whole_game);
    if (games == 0) return {};
    return std::to_string(games) + " of " + std::to_string(size()) +
           " openings are whole games, which would continue from their last position; "
           "plies=N keeps only their first N half-moves";
}

std::optional<std::string> OpeningBook::find_obstacle(bool chess960) const {
    if (chess960) return std::nullopt;
    const auto found = std::ranges::find_if(
        openings_, [](const Opening& opening) { return opening.start.needs_chess960_notation(); });
    if (found == openings_.end()) return std::nullopt;
    return "opening " + std::to_string(found->number) + " (" + to_fen(found->start) +
           ") castles as in Chess960: -variant fischerandom plays it";
}

const Opening& OpeningBook::at(std::size_t index) const {
    return openings_[order_[index % order_.size()]];
}

}  // namespace kibitz::match
