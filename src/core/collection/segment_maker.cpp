#include "collection/segment_maker.hpp"

#include <array>
#include <span>
#include <utility>
#include <vector>

#include "collection/detail/bytes.hpp"
#include "collection/detail/game_code.hpp"
#include "collection/detail/heads.hpp"
#include "collection/detail/opening_numbers.hpp"
#include "collection/detail/position_index.hpp"
#include "collection/detail/position_trees.hpp"
#include "collection/detail/segment_layout.hpp"
#include "collection/detail/text_table.hpp"
#include "collection/segment.hpp"

namespace kibitz::collection {

namespace {

using detail::append_number;

// Takes a game down as it is read. The one before is thrown away when another begins, unless it was
// kept.
class Recorder final : public PgnVisitor {
   public:
    // The tags go to `heads` when the game is kept.
    Recorder(detail::HeadWriter& heads, bool has_positions)
        : heads_(heads), encoder_(games_, has_positions) {}

    void begin_game() override {
        if (!std::exchange(has_text_before_, false)) forget_game();
        encoder_.begin_game();
    }
    void tag(std::string_view /*name*/, std::string_view value) override { heads_.expect(value); }
    bool begin_moves(const Position& start) override {
        heads_.fetch_expected();
        moves_first_ = start.side_to_move();
        return encoder_.begin_moves(start);
    }
    void move(const Position& before, Move move, const Position& after) override {
        encoder_.move(before, move, after);
    }
    void comment(std::string_view text) override { encoder_.comment(text); }
    void comment_between_games(std::string_view text) override {
        if (!std::exchange(has_text_before_, true)) forget_game();
        encoder_.comment_between_games(text);
    }
    void nag(int number) override { encoder_.nag(number); }
    void begin_variation() override { encoder_.begin_variation(); }
    void end_variation() override { encoder_.end_variation(); }
    void result(PgnResult result) override { encoder_.result(result); }
    void error(const PgnError& error) override { encoder_.error(error); }
    void repair(const PgnError& repair) override { encoder_.repair(repair); }
    void unread(std::string_view text) override { encoder_.unread(text); }
    void kept_text(std::string_view text) override { encoder_.kept_text(text); }
    void end_game() override {
        encoder_.end_game();
        has_game_ = true;
    }

    // Whether a game has ended that was not kept yet.
    [[nodiscard]] bool has_game() const { return has_game_; }
    void keep_game() {
        move_ends_.push_back(static_cast<std::uint32_t>(games_.moves.size()));
        games_.lines.ends.push_back(static_cast<std::uint32_t>(games_.lines.keys.size()));
        games_.lines.moves_first.push_back(moves_first_);
        boards_end_ = games_.boards.size();
        openings_.push_back(encoder_.opening());
        has_game_ = false;
    }
    // All that was recorded and not kept.
    void forget_game() {
        const bool is_first = move_ends_.empty();
        games_.moves.resize(is_first ? 0 : move_ends_.back());
        const std::size_t keys = is_first ? 0 : games_.lines.ends.back();
        games_.lines.keys.resize(keys);
        games_.lines.replies.resize(keys);
        games_.boards.resize(boards_end_);
        moves_first_ = Color::white;
        has_game_ = false;
    }
    void clear() {
        games_.clear();
        move_ends_.clear();
        openings_.clear();
        boards_end_ = 0;
        has_game_ = false;
    }

    [[nodiscard]] const detail::EncodedGames& games() const { return games_; }
    [[nodiscard]] std::span<const std::uint32_t> move_ends() const { return move_ends_; }
    [[nodiscard]] std::span<const std::uint16_t> openings() const { return openings_; }

   private:
    detail::HeadWriter& heads_;
    detail::EncodedGames games_;
    detail::GameEncoder encoder_;
    std::vector<std::uint32_t> move_ends_;
    std::vector<std::uint16_t> openings_;
    std::size_t boards_end_ = 0;
    Color moves_first_ = Color::white;  // in the game at hand
    bool has_game_ = false;
    bool has_text_before_ = false;  // the game that begins next
};

}  // namespace

struct SegmentMaker::Content {
    explicit Content(bool has_positions) : recorder(heads, has_positions) {}

    detail::HeadWriter heads;
    Recorder recorder;
    std::vector<std::uint64_t> identities;
    std::vector<GameFacts> games;
};

SegmentMaker::SegmentMaker(Positions positions)
    : positions_(positions), content_(std::make_unique<Content>(has_index())) {}
SegmentMaker::SegmentMaker(SegmentMaker&&) noexcept = default;
SegmentMaker& SegmentMaker::operator=(SegmentMaker&&) noexcept = default;
SegmentMaker::~SegmentMaker() = default;

std::size_t SegmentMaker::size() const { return content_->games.size(); }

PgnVisitor& SegmentMaker::recorder() { return content_->recorder; }

void SegmentMaker::add(const FoundGame& game, std::uint64_t identity, const GameFacts& facts) {
    Content& to = *content_;
    if (!to.recorder.has_game()) game.tape.play_to(to.recorder);
    to.recorder.keep_game();
    to.heads.add(game.tape);
    to.identities.push_back(identity);
    to.games.push_back(facts);
}

void SegmentMaker::clear() {
    content_->recorder.clear();
    content_->heads.clear();
    content_->identities.clear();
    content_->games.clear();
}

std::string SegmentMaker::make() {
    Content& from = *content_;
    from.recorder.forget_game();
    const detail::EncodedGames& games = from.recorder.games();
    std::string identities;
    identities.reserve(size() * detail::identity_size);
    for (std::size_t game = 0; game < size(); ++game) {
        append_number(identities, from.identities[game]);
        append_number(identities, detail::packed(from.games[game].date));
    }
    const std::array<std::string, segment_parts> parts = {
        detail::text_table(from.heads.strings().ends(), from.heads.strings().texts()),
        detail::text_table(from.heads.ends(), from.heads.bytes()),
        detail::text_table(from.recorder.move_ends(), games.moves),
        std::move(identities),
        has_index() ? detail::position_index(games.lines) : std::string(),
        has_index() ? detail::position_trees(games.lines, from.games) : std::string(),
        games.boards,
        detail::opening_numbers(from.recorder.openings())};
    std::size_t size_of_parts = 0;
    for (const std::string& part : parts) size_of_parts += part.size();
    std::string bytes(detail::segment_magic);
    bytes.reserve(detail::segment_head_size + segment_parts * detail::part_entry_size +
                  size_of_parts);
    append_number(bytes, segment_version);
    append_number(bytes, static_cast<std::uint32_t>(size()));
    for (const std::string& part : parts) {
        append_number(bytes, static_cast<std::uint64_t>(part.size()));
        append_number(bytes, detail::checksum_of(part));
    }
    for (const std::string& part : parts) bytes += part;
    return bytes;
}

}  // namespace kibitz::collection
