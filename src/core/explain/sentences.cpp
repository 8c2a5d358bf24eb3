#include "explain/sentences.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <span>
#include <system_error>
#include <utility>

#include "chess/movegen.hpp"
#include "chess/san.hpp"
#include "chess/see.hpp"
#include "explain/deeds.hpp"
#include "explain/templates.hpp"

namespace kibitz::explain {
namespace {

constexpr int pawn = 100;
// How often a piece is attacked is counted up to this.
constexpr std::size_t most_counted = 4;
// Nobody counts the moves of a longer mate, and there is often a shorter one.
constexpr int longest_counted_mate = 5;

// A piece as each language says it, and writes it in a move. The German articles are nominative,
// accusative, dative, and accusative of the indefinite one; a pawn alone has an ending of its own
// in the accusative and dative. Spanish has the article, the article behind "a", and the indefinite
// one.
struct PieceName {
    std::string_view english;
    std::string_view german, german_object, article, object_article, recipient_article, indefinite;
    std::string_view spanish, spanish_article, spanish_to, spanish_indefinite;
    char german_letter, spanish_letter;
};
// In the order of PieceType.
constexpr PieceName piece_names[] = {
    {"pawn", "Bauer", "Bauern", "der", "den", "dem", "einen", "peón", "el", "al", "un", 'B', 'P'},
    {"knight", "Springer", "Springer", "der", "den", "dem", "einen", "caballo", "el", "al", "un",
     'S', 'C'},
    {"bishop", "Läufer", "Läufer", "der", "den", "dem", "einen", "alfil", "el", "al", "un", 'L',
     'A'},
    {"rook", "Turm", "Turm", "der", "den", "dem", "einen", "torre", "la", "a la", "una", 'T', 'T'},
    {"queen", "Dame", "Dame", "die", "die", "der", "eine", "dama", "la", "a la", "una", 'D', 'D'},
    {"king", "König", "König", "der", "den", "dem", "einen", "rey", "el", "al", "un", 'K', 'R'},
};
const PieceName& name_of(PieceType type) {
    return piece_names[static_cast<std::size_t>(index(type))];
}

std::string joined(std::initializer_list<std::string_view> words) {
    std::string text;
    for (const std::string_view word : words) {
        if (!text.empty()) text += ' ';
        text += word;
    }
    return text;
}

// Of a piece in a sentence; `recipient` is the German dative and the Spanish object behind "a".
enum class Case : std::uint8_t { subject, object, recipient };

std::string with_square(PlacedPiece placed, Case grammar, Language language) {
    const PieceName& name = name_of(type_of(placed.piece));
    const std::string square = placed.square.to_string();
    switch (language) {
        case Language::german: {
            const std::string_view article = grammar == Case::subject  ? name.article
                                             : grammar == Case::object ? name.object_article
                                                                       : name.recipient_article;
            return joined({article, grammar == Case::subject ? name.german : name.german_object,
                           "auf", square});
        }
        case Language::spanish:
            return joined({grammar == Case::recipient ? name.spanish_to : name.spanish_article,
                           name.spanish, "de", square});
        case Language::english: break;
    }
    return joined({"the", name.english, "on", square});
}

std::string indefinite(PieceType type, Language language) {
    const PieceName& name = name_of(type);
    switch (language) {
        case Language::german: return joined({name.indefinite, name.german_object});
        case Language::spanish: return joined({name.spanish_indefinite, name.spanish});
        case Language::english: break;
    }
    return joined({"a", name.english});
}

std::string without_square(PlacedPiece placed, Language language) {
    const PieceName& name = name_of(type_of(placed.piece));
    switch (language) {
        case Language::german: return joined({name.object_article, name.german_object});
        case Language::spanish: return joined({name.spanish_article, name.spanish});
        case Language::english: break;
    }
    return joined({"the", name.english});
}

using Values = std::initializer_list<std::pair<std::string_view, std::string>>;

std::string filled(std::string_view text, const Values& values) {
    std::string result(text);
    for (const auto& [name, value] : values) {
        const std::string hole = "{" + std::string(name) + "}";
        for (auto at = result.find(hole); at != std::string::npos;
             at = result.find(hole, at + value.size()))
            result.replace(at, hole.size(), value);
    }
    return result;
}

std::string list_of(std::span<const std::string> words, Language language) {
    std::string list;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0)
            list += i + 1 < words.size() ? std::string(", ")
                                         : std::string(text_of(Text::joins, language));
        list += words[i];
    }
    return list;
}

std::string list_of(std::span<const PlacedPiece> pieces, Case grammar, Language language) {
    std::vector<std::string> words;
    for (const PlacedPiece piece : pieces) words.push_back(with_square(piece, grammar, language));
    return list_of(words, language);
}

// With a capital letter, if it begins with a small one.
std::string capitalised(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

// A whole sentence behind a colon, which begins with a capital letter in German.
std::string behind_colon(std::string text, Language language) {
    return language == Language::german ? capitalised(std::move(text)) : text;
}

// The text that many places behind the first of a list.
std::string times(Text first, std::size_t place, Language language) {
    return std::string(
        text_of(static_cast<Text>(static_cast<std::size_t>(first) + place), language));
}

// " (12. Nc7+ Kd8 13. Nxa8)"; nothing for a single move.
std::string line_in_brackets(Position position, std::span<const Move> proof, Language language) {
    if (proof.size() < 2) return "";
    std::string line;
    for (const Move move : proof.first(std::min(proof.size(), longest_proof))) {
        const bool is_white = position.side_to_move() == Color::white;
        if (!line.empty()) line += ' ';
        if (is_white || line.empty())
            line += std::to_string(position.fullmove_number()) + (is_white ? ". " : "... ");
        line += move_text(position, move, language);
        position.play(move);
    }
    return " (" + line + ")";
}

// How often the piece that the proof's first move takes can be taken, and taken back.
struct Count {
    std::size_t attackers = 0, defenders = 0;
};

std::size_t captures_on(const Position& position, Square square) {
    std::vector<Square> from;
    for (const Move move : legal_captures(position))
        // A promotion is the same capture four times over.
        if (move.to() == square && std::ranges::find(from, move.from()) == from.end())
            from.push_back(move.from());
    return from.size();
}

// Nothing where the count alone does not explain why the piece is lost.
std::optional<Count> counted(const Position& start, const Claim& claim) {
    if (claim.proof.empty() || claim.mate > 0) return std::nullopt;
    const Move taking = claim.proof.front();
    if (!start.is_capture(taking) || taking.is_en_passant()) return std::nullopt;
    const bool is_answered_there =
        claim.retaking == 0 ||
        (claim.proof.size() > 2 && claim.proof[2].to() == taking.to() && claim.retaking == 1);
    const bool is_named = std::ranges::any_of(
        claim.winnings.taken, [&](PlacedPiece piece) { return piece.square == taking.to(); });
    if (!is_answered_there || !is_named) return std::nullopt;
    const Count count{captures_on(start, taking.to()),
                      captures_on(start.after(taking), taking.to())};
    const bool is_outnumbered = count.defenders > 0 && count.attackers > count.defenders;
    return is_outnumbered && count.attackers <= most_counted ? std::optional(count) : std::nullopt;
}

// What the proof's first move attacks besides what it wins, where another move answers it.
std::string attack_clause(const Position& start, const Claim& claim, Language language) {
    if (claim.retaking == 0 || !claim.deed) return "";
    return filled(text_of(Text::attacks_too, language),
                  {{"move", move_text(start, claim.proof.front(), language)},
                   {"on", list_of(claim.deed->on, Case::object, language)},
                   {"to", list_of(claim.deed->on, Case::recipient, language)}});
}

// How a motif happens, with the move before it where it is not in the proof's first move.
std::string clause(const Position& start, const Claim& claim, const Reader& reader) {
    const Language language = reader.language;
    if (reader.is_beginner() && (!claim.motif || claim.retaking == 1))
        if (const auto count = counted(start, claim)) {
            const Square square = claim.proof.front().to();
            const std::string counts = filled(
                text_of(Text::outnumbered, language),
                {{"on", with_square({start.piece_on(square), square}, Case::subject, language)},
                 {"n", times(Text::attacked_twice, count->attackers - 2, language)},
                 {"m", times(Text::defended_once, count->defenders - 1, language)}});
            return std::string(text_of(Text::now, language)) + behind_colon(counts, language);
        }
    const auto move_of_proof = [&](std::size_t move) {
        const std::span<const Move> proof(claim.proof);
        return move_text(position_after(start, proof.first(move)), proof[move], language);
    };
    std::string text;
    if (claim.retaking > 0)
        text = filled(text_of(Text::retaking, language),
                      {{"reply", move_of_proof(claim.retaking)},
                       {"move", move_of_proof(claim.retaking + 1)}});
    if (!claim.motif) return text;
    const ProvenMotif& motif = *claim.motif;
    const auto piece = [&](std::size_t i) {
        return i < motif.on.size() ? with_square(motif.on[i], Case::object, language) : "";
    };
    // What an overloaded piece defends stands behind it in the list.
    const std::size_t first = motif.kind == MotifKind::overloaded ? 1 : 0;
    const bool is_introduced = motif.move == 0 || motif.move == claim.retaking + 1;
    text += is_introduced ? std::string(text_of(Text::now, language))
                          : filled(text_of(Text::later, language),
                                   {{"reply", move_of_proof(motif.move - 1)}});
    const Text first_kind = reader.is_beginner() ? Text::plain_back_rank : Text::back_rank;
    const auto kind =
        static_cast<Text>(static_cast<int>(first_kind) + static_cast<int>(motif.kind));
    const std::string behind = motif.on.size() > first + 1
                                   ? with_square(motif.on[first + 1], Case::subject, language)
                                   : "";
    const std::string words =
        filled(text_of(kind, language), {{"by", with_square(motif.by, Case::subject, language)},
                                         {"on", list_of(motif.on, Case::object, language)},
                                         {"to", list_of(motif.on, Case::recipient, language)},
                                         {"one", piece(first)},
                                         {"behind", behind},
                                         {"other", piece(first + 1)}});
    return text + behind_colon(words, language);
}

// The move that a deed prevents, as it would have been written behind the move that was played.
std::string prevented_text(const Question& question, const Deed& deed, Language language) {
    if (deed.prevented.empty()) return "";
    const std::span<const Move> line(deed.prevented);
    const Position before =
        position_after(question.before.after(question.played), line.first(line.size() - 1));
    return move_text(before, line.back(), language);
}

// A plan is the mover's own next move; else there is only the answer.
std::size_t next_of(const Deed& deed) { return deed.kind == DeedKind::leads_to ? 1 : 2; }

// What is said of the piece that moves, which needs no square to be known.
bool names_own_piece(DeedKind kind) {
    return kind == DeedKind::develops || kind == DeedKind::settles ||
           kind == DeedKind::enters_seventh;
}

// What the first move of the line does.
std::string deed_words(const Question& question, const Position& start, std::span<const Move> line,
                       const Deed& deed, bool is_named, Language language) {
    const auto piece = [&](std::size_t i) {
        return i < deed.on.size() ? with_square(deed.on[i], Case::object, language) : "";
    };
    std::vector<std::string> squares;
    for (const Square square : deed.squares) squares.push_back(square.to_string());
    const std::size_t next = next_of(deed);
    const std::string next_move =
        next < line.size()
            ? move_text(position_after(start, line.first(next)), line[next], language)
            : "";
    // The pinned piece and the one behind it follow the piece that pins.
    const std::size_t first = deed.kind == DeedKind::pins ? 1 : 0;
    const auto kind =
        static_cast<Text>(static_cast<int>(Text::does_promote) + static_cast<int>(deed.kind));
    const std::string who = is_named ? std::string(text_of(Text::it, language))
                                     : move_text(start, line.front(), language);
    const std::string on = names_own_piece(deed.kind) && !deed.on.empty()
                               ? without_square(deed.on[0], language)
                               : list_of(deed.on, Case::object, language);
    std::string text = filled(text_of(kind, language),
                              {{"who", who},
                               {"on", on},
                               {"to", list_of(deed.on, Case::recipient, language)},
                               {"recipient", list_of(deed.on, Case::recipient, language)},
                               {"subject", list_of(deed.on, Case::subject, language)},
                               {"one", piece(first)},
                               {"other", piece(first + 1)},
                               {"square", list_of(squares, language)},
                               {"file", deed.squares.empty() ? "" : std::string(1, squares[0][0])},
                               {"next", next_move},
                               {"prevented", prevented_text(question, deed, language)}});
    text.erase(0, text.find_first_not_of(' '));
    return text;
}

std::string cause_text(const Question& question, const Claim& claim, Language language) {
    if (!claim.cause) return "";
    const bool is_square = claim.cause->kind == CauseKind::gives_up_square;
    return filled(text_of(is_square ? Text::cause_square : Text::cause_way, language),
                  {{"move", move_text(question.before, question.played, language)},
                   {"square", claim.cause->square.to_string()}});
}

// True if a move of the line takes something that is taken back, or gives something: it is no plan.
bool is_exchanged_or_lost(const Position& start, std::span<const Move> line, std::size_t move) {
    const Position before = position_after(start, line.first(move));
    if (move + 1 < line.size() && before.is_capture(line[move]) &&
        line[move + 1].to() == line[move].to())
        return true;
    return settle(before.after(line[move])).centipawns -
               exchange_value(type_of(before.captured_by(line[move]))) >=
           least_material;
}

// True if the last move only takes back or answers a check: nobody plans that.
bool is_forced(const Position& start, std::span<const Move> line) {
    const std::size_t last = line.size() - 1;
    return line[last].to() == line[last - 1].to() ||
           position_after(start, line.first(last)).in_check();
}

std::string deed_text(const Question& question, const Position& start, const Claim& claim,
                      bool is_named, const Reader& reader) {
    const Language language = reader.language;
    const Deed& deed = *claim.deed;
    const std::span<const Move> line(claim.proof);
    std::string text = deed_words(question, start, line, deed, is_named, language) +
                       cause_text(question, claim, language);
    if (claim.next_deed) {
        const std::size_t reply = claim.next_move - 1;
        const Position before_reply = position_after(start, line.first(reply));
        const std::string after =
            filled(text_of(Text::does_after, language),
                   {{"reply", move_text(before_reply, line[reply], language)}});
        // That the next move can follow is said by what it does.
        const bool says_it_twice =
            is_named && deed.kind == DeedKind::waits && claim.next_move == next_of(deed);
        if (says_it_twice)
            text = behind_colon(after.substr(after.find_first_not_of("; ")), language);
        else
            text += after;
        return text + deed_words(question, before_reply.after(line[reply]),
                                 line.subspan(claim.next_move), *claim.next_deed, false, language);
    }
    // What the move is for: the mover's next one.
    const std::size_t next = next_of(deed);
    const bool has_plan = deed.kind < DeedKind::prepares && line.size() > next &&
                          claim.kind != ClaimKind::answered_by && claim.winnings.centipawns == 0 &&
                          !is_forced(start, line.first(next + 1)) &&
                          !is_exchanged_or_lost(start, line, next);
    if (reader.is_strong() && has_plan)
        text += filled(
            text_of(Text::does_then, language),
            {{"next", move_text(position_after(start, line.first(next)), line[next], language)}});
    return text;
}

// "1.6", with the comma of languages that have one.
std::string pawns_text(int centipawns, Language language) {
    constexpr int tenth = 10;
    const int tenths = (centipawns + tenth / 2) / tenth;
    return std::to_string(tenths / tenth) + (language == Language::english ? "." : ",") +
           std::to_string(tenths % tenth);
}

// How two pieces of one kind are named, if that is what these are.
std::optional<Text> two_alike(std::span<const PieceType> pieces) {
    if (pieces.size() != 2 || pieces[0] != pieces[1]) return std::nullopt;
    switch (pieces[0]) {
        case PieceType::pawn: return Text::two_pawns;
        case PieceType::knight: return Text::two_knights;
        case PieceType::bishop: return Text::two_bishops;
        case PieceType::rook: return Text::two_rooks;
        default: return std::nullopt;
    }
}

std::string won_text(const Winnings& won, const Reader& reader) {
    const Language language = reader.language;
    constexpr std::size_t most_named = 3, most_given = 2;
    const auto type = [&](std::size_t i) { return type_of(won.taken[i].piece); };
    const bool gives_a_minor = won.given.size() == 1 && (won.given[0] == PieceType::knight ||
                                                         won.given[0] == PieceType::bishop);
    if (won.taken.size() == 1 && type(0) == PieceType::rook && gives_a_minor &&
        !reader.is_beginner())
        return std::string(text_of(Text::exchange, language));
    int named = 0;
    for (const PlacedPiece& taken : won.taken) named += exchange_value(type_of(taken.piece));
    for (const PieceType given : won.given) named -= exchange_value(given);
    for (const PieceType promoted : won.promoted)
        named += exchange_value(promoted) - exchange_value(PieceType::pawn);
    // A knight for a bishop leaves the names short of the sum.
    const bool is_complete = std::abs(named - won.centipawns) <= exchange_tolerance;
    std::vector<std::string> taken, given;
    for (const PieceType promoted : won.promoted)
        taken.push_back(
            filled(text_of(Text::new_piece, language),
                   {{"piece", language == Language::english ? std::string(name_of(promoted).english)
                                                            : indefinite(promoted, language)}}));
    for (const PlacedPiece& piece : won.taken)
        taken.push_back(with_square(piece, Case::object, language));
    const auto two = two_alike(won.given);
    if (two)
        given.emplace_back(text_of(*two, language));
    else
        for (const PieceType piece : won.given) given.push_back(indefinite(piece, language));
    if (is_complete && !taken.empty() && taken.size() <= most_named && given.size() <= most_given)
        return given.empty() ? list_of(taken, language)
                             : filled(text_of(Text::some_for_others, language),
                                      {{"won", list_of(taken, language)},
                                       {"given", list_of(given, language)}});
    const int pawns = (won.centipawns + pawn / 2) / pawn;
    if (pawns <= 1) return std::string(text_of(Text::material_of_one, language));
    return filled(text_of(Text::material, language), {{"n", std::to_string(pawns)}});
}

// What is said of an exchange besides that nothing is won by it.
bool does_damage(DeedKind kind) { return is_exchange(kind) && kind != DeedKind::exchanges; }

Text text_for(const Claim& claim) {
    const bool mates = claim.mate > 0, is_late = claim.mate > longest_counted_mate;
    switch (claim.kind) {
        case ClaimKind::misses_mate:
            return is_late           ? Text::misses_long_mate
                   : claim.mate == 1 ? Text::misses_mate_in_one
                                     : Text::misses_mate;
        case ClaimKind::misses_win: return Text::misses_win;
        case ClaimKind::misses_recapture: return Text::misses_recapture;
        case ClaimKind::allows_mate:
            return is_late           ? Text::allows_long_mate
                   : claim.mate == 1 ? Text::allows_mate_in_one
                                     : Text::allows_mate;
        case ClaimKind::loses_material: return Text::loses_material;
        case ClaimKind::ignores_threat: return mates ? Text::ignores_mate : Text::ignores_threat;
        case ClaimKind::ends_game: return Text::ends_game;
        case ClaimKind::only_move: return claim.deed ? Text::only_move_does : Text::only_move;
        case ClaimKind::allows_threat:
            return mates ? Text::allows_mate_threat : Text::allows_threat;
        case ClaimKind::misses_threat:
            return mates ? Text::misses_mate_threat : Text::misses_threat;
        case ClaimKind::answered_by:
            if (claim.winnings.centipawns > 0) return Text::answered_winning;
            // Nobody expects a quiet move to win something.
            return std::abs(claim.difference) < least_material && claim.deed &&
                           is_forceful(claim.deed->kind) && !does_damage(claim.deed->kind)
                       ? Text::answered_even
                       : Text::answered;
        case ClaimKind::better_does:
            return claim.winnings.centipawns > 0 ? Text::better_does_winning : Text::better_does;
        case ClaimKind::beats:
            return mates                  ? Text::beats_mate
                   : claim.difference > 0 ? Text::beats_score
                                          : Text::beats_material;
        case ClaimKind::threatens:
            // Nobody has made it: it stands on the board.
            if (claim.lead.empty()) return mates ? Text::threat_is_mate : Text::threat_is;
            return mates ? Text::threatens_mate : Text::threatens;
        case ClaimKind::does: return claim.is_threat ? Text::plan_is : Text::does;
        case ClaimKind::positional:
            return static_cast<Text>(static_cast<int>(Text::own_king_safety) +
                                     2 * static_cast<int>(claim.aspect) +
                                     (claim.is_own_loss ? 0 : 1));
        case ClaimKind::mates:
            return is_late ? Text::mates_late : claim.mate == 1 ? Text::mates_now : Text::mates;
        case ClaimKind::wins_material: return Text::wins_material;
        case ClaimKind::is_only_move: return Text::is_only_move;
        case ClaimKind::sacrifices: return mates ? Text::sacrifice_mates : Text::sacrifice_returns;
        case ClaimKind::meets_threat: return mates ? Text::meets_mate_threat : Text::meets_threat;
    }
    return Text::better_was;
}

Text text_for(Termination termination) {
    switch (termination) {
        case Termination::stalemate: return Text::stalemate;
        case Termination::fivefold_repetition: return Text::repetition;
        case Termination::seventy_five_moves: return Text::seventy_five_moves;
        default: return Text::dead_position;
    }
}

}  // namespace

std::optional<Language> parse_language(std::string_view code) {
    if (code == "en") return Language::english;
    if (code == "de") return Language::german;
    if (code == "es") return Language::spanish;
    return std::nullopt;
}

std::string move_text(const Position& position, Move move, Language language) {
    std::string text = to_san(position, move);
    if (language == Language::english) return text;
    for (char& letter : text)
        for (int type = index(PieceType::knight); type < piece_type_count; ++type) {
            const auto kind = static_cast<PieceType>(type);
            if (letter != to_char(kind)) continue;
            letter = language == Language::german ? name_of(kind).german_letter
                                                  : name_of(kind).spanish_letter;
            break;
        }
    return text;
}

std::optional<Reader> parse_reader(std::string_view text) {
    const auto blank = text.find(' ');
    const auto language = parse_language(text.substr(0, blank));
    if (!language) return std::nullopt;
    if (blank == std::string_view::npos) return Reader(*language);
    const std::string_view number = text.substr(blank + 1);
    int rating = 0;
    const char* const number_end = number.data() + number.size();
    const auto [end, error] = std::from_chars(number.data(), number_end, rating);
    if (error != std::errc{} || end != number_end || rating < 0 || rating > most_rating)
        return std::nullopt;
    return Reader(*language, rating);
}

std::string sentence(const Question& question, const Claim& claim, const Reader& reader) {
    const Language language = reader.language;
    const Position start = start_of_proof(question, claim);
    const std::string move =
        claim.proof.empty() ? "" : move_text(start, claim.proof.front(), language);
    std::string reply, other_move;
    if (!claim.lead.empty()) {
        const std::span<const Move> lead(claim.lead);
        reply = move_text(position_after(question.before, lead.first(lead.size() - 1)), lead.back(),
                          language);
        other_move = move_text(question.before, lead.front(), language);
    }
    const std::string how =
        claim.ending ? std::string(text_of(text_for(*claim.ending), language)) : "";
    const bool is_named = claim.kind != ClaimKind::answered_by;
    const Text text = text_for(claim);
    std::string whole =
        filled(text_of(text, language),
               {{"deed", claim.deed ? deed_text(question, start, claim, is_named, reader) : ""},
                {"move", move},
                {"reply", reply},
                {"other_move", other_move},
                {"how", how},
                {"n", std::to_string(claim.mate)},
                {"pawns", pawns_text(claim.difference, language)},
                {"won", won_text(claim.winnings, reader)},
                {"why", clause(start, claim, reader) + attack_clause(start, claim, language)},
                {"line", line_in_brackets(start, claim.proof, language)}});
    return text == Text::does ? capitalised(std::move(whole)) : whole;
}

std::vector<std::string> sentences(const Question& question, const Explanation& explanation,
                                   const Reader& reader) {
    const Language language = reader.language;
    constexpr std::size_t most_for_beginners = 2, most_for_others = 3;
    const std::size_t most = reader.is_beginner() ? most_for_beginners : most_for_others;
    const bool has_moves = std::ranges::any_of(
        explanation.claims, [](const Claim& claim) { return claim.kind != ClaimKind::positional; });
    const bool has_threat = std::ranges::any_of(explanation.claims, [](const Claim& claim) {
        return claim.kind == ClaimKind::allows_threat || claim.kind == ClaimKind::misses_threat ||
               claim.winnings.centipawns > 0;
    });
    bool has_aspect = false;
    std::vector<std::string> texts;
    for (const Claim& claim : explanation.claims) {
        if (claim.kind == ClaimKind::positional && has_moves && !reader.is_strong()) {
            // Beside a threat it says little, and to beginners nothing.
            if (reader.is_beginner() || has_threat || has_aspect) continue;
            has_aspect = true;
        }
        if (texts.size() < most) texts.push_back(sentence(question, claim, reader));
    }
    const auto names_the_better = [](const Claim& claim) {
        return claim.kind <= ClaimKind::misses_recapture || claim.kind == ClaimKind::only_move ||
               claim.kind == ClaimKind::misses_threat || claim.kind == ClaimKind::better_does ||
               claim.kind >= ClaimKind::mates;
    };
    if (explanation.cost >= least_cost && !explanation.better.is_none() &&
        std::ranges::none_of(explanation.claims, names_the_better))
        texts.push_back(
            filled(text_of(Text::better_was, language),
                   {{"move", move_text(question.before, explanation.better, language)}}));
    return texts;
}

std::string no_threat_sentence(Language language) {
    return std::string(text_of(Text::no_threat, language));
}

}  // namespace kibitz::explain
