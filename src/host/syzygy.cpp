#include "host/syzygy.hpp"

#include <tbprobe.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "chess/movegen.hpp"
#include "host/syzygy_files.hpp"

namespace kibitz {

namespace {

// Fathom has one set of tables for the whole process.
std::atomic<bool> is_open = false;

unsigned en_passant_for_fathom(const Position& position) {
    return position.en_passant().is_none() ? 0
                                           : static_cast<unsigned>(position.en_passant().index());
}

// Fathom's functions all begin with the same eight sets of squares.
template <class Function, class... Rest>
auto with_bitboards(Function function, const Position& position, Rest... rest) {
    const auto bits = [&](PieceType type) { return position.pieces(type).bits(); };
    return function(position.pieces(Color::white).bits(), position.pieces(Color::black).bits(),
                    bits(PieceType::king), bits(PieceType::queen), bits(PieceType::rook),
                    bits(PieceType::bishop), bits(PieceType::knight), bits(PieceType::pawn),
                    rest...);
}

// Ranks as Fathom gives them: wins that the fifty-move rule leaves alone have at least this.
constexpr int sure_rank = 900;
constexpr int best_rank = 1'000;

Wdl wdl_of_rank(int rank) {
    if (rank >= sure_rank) return Wdl::win;
    if (rank > 0) return Wdl::cursed_win;
    if (rank == 0) return Wdl::draw;
    return rank > -sure_rank ? Wdl::blessed_loss : Wdl::loss;
}

// Once fifty moves are over it does not matter how long; larger numbers would spoil the ranks.
int clock_for_fathom(const Position& position) {
    constexpr int fifty_moves = 100;
    return std::min(position.halfmove_clock(), fifty_moves);
}

// Ranks fall short of the best by the distance to zeroing and the clock.
int distance_of_rank(int rank, const Position& position) {
    if (rank == 0) return 0;
    return std::max(0, best_rank - std::abs(rank) - clock_for_fathom(position));
}

bool is_same_move(Move move, TbMove theirs) {
    static_assert(TB_PROMOTES_QUEEN == 1 && TB_PROMOTES_KNIGHT == 4);
    const int promotes = move.is_promotion()
                             ? index(PieceType::queen) - index(move.promoted_to()) + 1
                             : TB_PROMOTES_NONE;
    return move.from().index() == TB_MOVE_FROM(theirs) && move.to().index() == TB_MOVE_TO(theirs) &&
           promotes == TB_MOVE_PROMOTES(theirs);
}

// A folder of links to the usable files, for when others must not be seen. Gone with the object.
class LinkFolder {
   public:
    LinkFolder() = default;
    explicit LinkFolder(const std::vector<std::string>& files) {
        namespace fs = std::filesystem;
        std::string name = (fs::temp_directory_path() / "kibitz-syzygy-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr) return;
        path_ = name;
        std::error_code ignored;
        for (const std::string& file : files)
            fs::create_symlink(fs::absolute(file), fs::path(path_) / fs::path(file).filename(),
                               ignored);
    }
    LinkFolder(LinkFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
    LinkFolder& operator=(LinkFolder&&) = delete;
    ~LinkFolder() {
        std::error_code ignored;
        if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
    }
    [[nodiscard]] const std::string& path() const { return path_; }

   private:
    std::string path_;
};

class Syzygy final : public Tablebase {
   public:
    Syzygy(LinkFolder links, int max_men) : links_(std::move(links)), max_men_(max_men) {}
    // The files stay mapped until the next tb_init(), which lets go of them: the tb_free() of this
    // Fathom complains on standard error of files it never mapped.
    ~Syzygy() override { is_open = false; }

    [[nodiscard]] int max_men() const override { return max_men_; }

    [[nodiscard]] std::optional<Wdl> probe_wdl(const Position& position) override {
        if (!is_in_reach(position)) return std::nullopt;
        constexpr unsigned fresh_clock = 0, no_castling = 0;
        const unsigned result = with_bitboards(tb_probe_wdl, position, fresh_clock, no_castling,
                                               en_passant_for_fathom(position),
                                               position.side_to_move() == Color::white);
        if (result == TB_RESULT_FAILED) return std::nullopt;
        return static_cast<Wdl>(static_cast<int>(result) - TB_DRAW);
    }

    // Strictly by distance to zeroing, whether a position was repeated or not: any other order
    // among winning moves can walk in circles.
    [[nodiscard]] std::vector<RootMove> probe_root(const Position& position, bool) override {
        if (!is_in_reach(position)) return {};
        constexpr unsigned no_castling = 0;
        constexpr bool by_distance = true, fifty_move_rule = true;
        const auto clock = static_cast<unsigned>(clock_for_fathom(position));
        const unsigned en_passant = en_passant_for_fathom(position);
        const bool white = position.side_to_move() == Color::white;
        const auto results = std::make_unique<TbRootMoves>();
        if (with_bitboards(tb_probe_root_dtz, position, clock, no_castling, en_passant, white,
                           by_distance, fifty_move_rule, results.get()) == 0 &&
            with_bitboards(tb_probe_root_wdl, position, clock, no_castling, en_passant, white,
                           fifty_move_rule, results.get()) == 0)
            return {};
        std::vector<RootMove> ranked;
        for (const Move move : legal_moves(position))
            for (unsigned i = 0; i < results->size; ++i) {
                const TbRootMove& theirs = results->moves[i];
                if (!is_same_move(move, theirs.move)) continue;
                ranked.push_back({.move = move,
                                  .wdl = wdl_of_rank(theirs.tbRank),
                                  .rank = theirs.tbRank,
                                  .dtz = distance_of_rank(theirs.tbRank, position)});
                break;
            }
        return ranked;
    }

   private:
    [[nodiscard]] bool is_in_reach(const Position& position) const {
        return position.castling_rooks().empty() && position.occupied().count() <= max_men_;
    }

    LinkFolder links_;
    int max_men_;
};

std::vector<std::string> split(const std::string& path) {
    std::vector<std::string> folders;
    std::size_t begin = 0;
    while (begin <= path.size()) {
        const std::size_t end = std::min(path.find(':', begin), path.size());
        if (end > begin) folders.push_back(path.substr(begin, end - begin));
        begin = end + 1;
    }
    return folders;
}

}  // namespace

std::expected<OpenedSyzygy, std::string> open_syzygy(const std::string& path) {
    if (is_open.exchange(true))
        return std::unexpected("another set of tablebases is open in this process");
    OpenedSyzygy opened;
    std::vector<std::string> usable;
    bool any_fault = false;
    for (const std::string& folder : split(path)) {
        const SyzygyFolder found = inspect_syzygy_folder(folder);
        usable.insert(usable.end(), found.usable.begin(), found.usable.end());
        for (const std::string& fault : found.faults)
            opened.notes.push_back("tablebases: left out " + fault);
        any_fault = any_fault || !found.faults.empty();
    }
    LinkFolder links = any_fault && !usable.empty() ? LinkFolder(usable) : LinkFolder();
    const std::string& safe_path = links.path().empty() ? path : links.path();
    const bool can_open = !usable.empty() && (!any_fault || !links.path().empty());
    if (!can_open || !tb_init(safe_path.c_str()) || TB_LARGEST == 0) {
        is_open = false;
        std::string reason = "no usable Syzygy file (*.rtbw) in " + path;
        for (const std::string& note : opened.notes) reason += "; " + note;
        return std::unexpected(reason);
    }
    opened.notes.push_back("tablebases: " + std::to_string(usable.size()) + " files, up to " +
                           std::to_string(TB_LARGEST) + " men");
    opened.tablebase = std::make_unique<Syzygy>(std::move(links), static_cast<int>(TB_LARGEST));
    return opened;
}

}  // namespace kibitz
