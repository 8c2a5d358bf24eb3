#include "explain/sentences.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

#include "chess/san.hpp"
#include "chess/see.hpp"

namespace kibitz::explain {
namespace {

constexpr std::size_t longest_line = 10;  // moves
constexpr int pawn = 100;
// Nobody counts the moves of a longer mate, and there is often a shorter one.
constexpr int longest_counted_mate = 5;

// Every text, with {names} to be filled in: {move} the first move of the proof, {won} what it wins,
// {why} the motif as a clause, {line} the proof in brackets, {n} a number. A piece is {by}, {on}
// or, of two, {one} and {other}; German writes the subject in the nominative and has {on}, {one}
// and {other} in the accusative.
enum class Text : std::uint8_t {
    misses_mate_in_one,
    misses_mate,
    misses_long_mate,
    misses_win,
    misses_recapture,
    allows_mate_in_one,
    allows_mate,
    allows_long_mate,
    loses_material,
    ignores_mate,
    ignores_threat,
    ends_game,
    only_move,
    allows_mate_threat,
    allows_threat,
    own_king_safety,
    their_king_safety,
    own_structure,
    their_structure,
    own_activity,
    their_activity,
    own_space,
    their_space,
    mates_now,
    mates,
    mates_late,
    wins_material,
    is_only_move,
    sacrifice_mates,
    sacrifice_returns,
    meets_mate_threat,
    meets_threat,
    better_was,
    back_rank,
    hanging,
    double_check,
    discovered_check,
    fork,
    skewer,
    discovered_attack,
    pin,
    removes_defender,
    overloaded,
    trapped,
    now,    // the motif is in the first move
    later,  // it is in a later one
    exchange,
    one_for_other,
    material,
    material_of_one,
    joins,
    stalemate,
    dead_position,
    repetition,
    seventy_five_moves,
};

struct Entry {
    Text text;
    std::string_view english, german, spanish;
};

constexpr Entry table[] = {
    {Text::misses_mate_in_one, "{move} was mate.", "{move} war matt.", "{move} era mate."},
    {Text::misses_mate, "{move} would have mated in {n}{why}{line}.",
     "{move} hätte in {n} Zügen mattgesetzt{why}{line}.",
     "{move} habría dado mate en {n}{why}{line}."},
    {Text::misses_long_mate, "{move} would have led to mate{why}{line}.",
     "{move} hätte zum Matt geführt{why}{line}.", "{move} habría llevado al mate{why}{line}."},
    {Text::misses_win, "{move} would have won {won}{why}{line}.",
     "{move} hätte {won} gewonnen{why}{line}.", "{move} habría ganado {won}{why}{line}."},
    {Text::misses_recapture, "{move} would have taken back.", "{move} hätte zurückgeschlagen.",
     "{move} habría recuperado la pieza."},
    {Text::allows_mate_in_one, "{move} is mate{why}.", "{move} ist matt{why}.",
     "{move} es mate{why}."},
    {Text::allows_mate, "{move} mates in {n}{why}{line}.",
     "{move} setzt in {n} Zügen matt{why}{line}.", "{move} da mate en {n}{why}{line}."},
    {Text::allows_long_mate, "{move} leads to mate{why}{line}.",
     "{move} führt zum Matt{why}{line}.", "{move} lleva al mate{why}{line}."},
    {Text::loses_material, "{move} wins {won}{why}{line}.", "{move} gewinnt {won}{why}{line}.",
     "{move} gana {won}{why}{line}."},
    {Text::ignores_mate, "It does nothing about the threat of {move}, which mates{why}{line}.",
     "Es geschieht nichts gegen die Drohung {move} mit Matt{why}{line}.",
     "No evita la amenaza {move}, que da mate{why}{line}."},
    {Text::ignores_threat,
     "It does nothing about the threat of {move}, which wins {won}{why}{line}.",
     "Es geschieht nichts gegen die Drohung {move}; das gewinnt {won}{why}{line}.",
     "No evita la amenaza {move}, que gana {won}{why}{line}."},
    {Text::ends_game, "It ends the game in a draw: {how}.", "Damit endet die Partie remis: {how}.",
     "Con esto la partida acaba en tablas: {how}."},
    {Text::only_move, "{move} was the only good move.", "{move} war der einzige gute Zug.",
     "{move} era la única jugada buena."},
    {Text::allows_mate_threat, "After {reply} there is the threat of {move} with mate{line}.",
     "Nach {reply} droht {move} mit Matt{line}.",
     "Tras {reply}, se amenaza {move} con mate{line}."},
    {Text::allows_threat, "{reply} threatens {move}, which would win {won}{why}{line}.",
     "{reply} droht {move}; das würde {won} gewinnen{why}{line}.",
     "{reply} amenaza {move}, que ganaría {won}{why}{line}."},
    {Text::own_king_safety, "The king becomes less safe.", "Der König steht danach unsicherer.",
     "El rey queda menos seguro."},
    {Text::their_king_safety, "The other king becomes safer.",
     "Der König der anderen Seite steht danach sicherer.", "El rey rival queda más seguro."},
    {Text::own_structure, "The pawn structure suffers.", "Die Bauernstellung leidet.",
     "La estructura de peones empeora."},
    {Text::their_structure, "The other side gets the better pawns.",
     "Die andere Seite bekommt die besseren Bauern.", "El rival obtiene los mejores peones."},
    {Text::own_activity, "The pieces become less active.",
     "Die eigenen Figuren werden weniger wirksam.", "Las piezas propias quedan menos activas."},
    {Text::their_activity, "The other side's pieces become more active.",
     "Die Figuren der anderen Seite werden wirksamer.", "Las piezas del rival quedan más activas."},
    {Text::own_space, "It gives up space.", "Das gibt Raum auf.", "Cede espacio."},
    {Text::their_space, "It leaves the other side more space.",
     "Das überlässt der anderen Seite mehr Raum.", "Deja más espacio al rival."},
    {Text::mates_now, "It is mate{why}.", "Das ist matt{why}.", "Es mate{why}."},
    {Text::mates, "It mates in {n}{why}{line}.", "Das setzt in {n} Zügen matt{why}{line}.",
     "Da mate en {n}{why}{line}."},
    {Text::mates_late, "It leads to mate{why}{line}.", "Das führt zum Matt{why}{line}.",
     "Lleva al mate{why}{line}."},
    {Text::wins_material, "It wins {won}{why}{line}.", "Das gewinnt {won}{why}{line}.",
     "Gana {won}{why}{line}."},
    {Text::is_only_move, "It is the only good move.", "Es ist der einzige gute Zug.",
     "Es la única jugada buena."},
    {Text::sacrifice_mates, "It offers {won}: taking leads to mate{line}.",
     "Es bietet {won} an: Wer nimmt, wird matt{line}.",
     "Ofrece {won}: capturar lleva al mate{line}."},
    {Text::sacrifice_returns, "It offers {won}: whoever takes gives it back{line}.",
     "Es bietet {won} an: Wer nimmt, gibt alles zurück{line}.",
     "Ofrece {won}: quien captura lo devuelve todo{line}."},
    {Text::meets_mate_threat, "It meets the threat of {move} with mate{line}.",
     "Es wehrt die Drohung {move} mit Matt ab{line}.",
     "Evita la amenaza {move}, que da mate{line}."},
    {Text::meets_threat, "It meets the threat of {move}, which would win {won}{line}.",
     "Es wehrt die Drohung {move} ab, die {won} gewinnen würde{line}.",
     "Evita la amenaza {move}, que ganaría {won}{line}."},
    {Text::better_was, "{move} was better.", "Besser war {move}.", "Era mejor {move}."},
    {Text::back_rank, "{by} mates on the back rank", "{by} setzt auf der Grundreihe matt",
     "{by} da el mate del pasillo"},
    {Text::hanging, "nothing defends {on}", "nichts deckt {on}", "nada defiende {on}"},
    {Text::double_check, "it is a double check", "es ist ein Doppelschach",
     "dos piezas dan jaque a la vez"},
    {Text::discovered_check, "{by} gives a discovered check", "{by} gibt Abzugsschach",
     "{by} da jaque a la descubierta"},
    {Text::fork, "{by} forks {on}", "{by} gabelt {on}", "{by} ataca a la vez {on}"},
    {Text::skewer, "{by} skewers {one} against {other}", "{by} spießt {one} gegen {other} auf",
     "{by} enfila {one} y, detrás, {other}"},
    {Text::discovered_attack, "a discovered attack: {by} attacks {on}",
     "ein Abzugsangriff: {by} greift {on} an", "{by} ataca {on} a la descubierta"},
    {Text::pin, "{by} pins {one} to {other}", "{by} fesselt {one} an {other}",
     "{by} clava {one} contra {other}"},
    {Text::removes_defender, "that takes {one}, which defended {other}",
     "das schlägt {one}, die Deckung für {other}", "así desaparece {one}, que defendía {other}"},
    {Text::overloaded, "the piece that defended {one} has to defend {other}, too",
     "was {one} deckt, muss auch {other} decken",
     "la pieza que defendía {one} debe defender también {other}"},
    {Text::trapped, "there is no way out for {on}", "es gibt keinen Ausweg für {on}",
     "no hay salida para {on}"},
    {Text::now, ": ", ": ", ": "},
    {Text::later, "; then ", "; danach: ", "; luego, "},
    {Text::exchange, "the exchange", "die Qualität", "la calidad"},
    {Text::one_for_other, "{won} for {given}", "{won} für {given}", "{won} por {given}"},
    {Text::material, "material worth {n} pawns", "Material im Wert von {n} Bauern",
     "material por valor de {n} peones"},
    {Text::material_of_one, "material worth a pawn", "Material im Wert eines Bauern",
     "material por valor de un peón"},
    {Text::joins, " and ", " und ", " y "},
    {Text::stalemate, "stalemate", "Patt", "ahogado"},
    {Text::dead_position, "nobody can mate any more", "niemand kann mehr mattsetzen",
     "ya nadie puede dar mate"},
    {Text::repetition, "the position has been repeated", "die Stellung hat sich wiederholt",
     "la posición se ha repetido"},
    {Text::seventy_five_moves, "seventy-five moves without a capture or a pawn move",
     "fünfundsiebzig Züge ohne Schlag- oder Bauernzug",
     "setenta y cinco jugadas sin capturas ni jugadas de peón"},
};

std::string_view text_of(Text text, Language language) {
    const Entry& entry = table[static_cast<std::size_t>(text)];
    switch (language) {
        case Language::german: return entry.german;
        case Language::spanish: return entry.spanish;
        case Language::english: break;
    }
    return entry.english;
}
static_assert([] {
    for (std::size_t i = 0; i < std::size(table); ++i)
        if (static_cast<std::size_t>(table[i].text) != i) return false;
    return true;
}());

// A piece as each language says it. The German articles are nominative, accusative, and accusative
// of the indefinite one; in German a pawn alone has an ending of its own in the accusative.
struct PieceName {
    std::string_view english;
    std::string_view german, german_object, article, object_article, indefinite;
    std::string_view spanish, spanish_article, spanish_indefinite;
};
// In the order of PieceType.
constexpr PieceName piece_names[] = {
    {"pawn", "Bauer", "Bauern", "der", "den", "einen", "peón", "el", "un"},
    {"knight", "Springer", "Springer", "der", "den", "einen", "caballo", "el", "un"},
    {"bishop", "Läufer", "Läufer", "der", "den", "einen", "alfil", "el", "un"},
    {"rook", "Turm", "Turm", "der", "den", "einen", "torre", "la", "una"},
    {"queen", "Dame", "Dame", "die", "die", "eine", "dama", "la", "una"},
    {"king", "König", "König", "der", "den", "einen", "rey", "el", "un"},
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

enum class Case : std::uint8_t { subject, object };

std::string with_square(PlacedPiece placed, Case grammar, Language language) {
    const PieceName& name = name_of(type_of(placed.piece));
    const std::string square = placed.square.to_string();
    switch (language) {
        case Language::german:
            return grammar == Case::subject
                       ? joined({name.article, name.german, "auf", square})
                       : joined({name.object_article, name.german_object, "auf", square});
        case Language::spanish: return joined({name.spanish_article, name.spanish, "de", square});
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

std::string list_of(std::span<const PlacedPiece> pieces, Language language) {
    std::string list;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (i > 0)
            list += i + 1 < pieces.size() ? std::string(", ")
                                          : std::string(text_of(Text::joins, language));
        list += with_square(pieces[i], Case::object, language);
    }
    return list;
}

// " (12. Nc7+ Kd8 13. Nxa8)"; nothing for a single move.
std::string line_in_brackets(Position position, std::span<const Move> proof) {
    if (proof.size() < 2) return "";
    std::string line;
    for (const Move move : proof.first(std::min(proof.size(), longest_line))) {
        const bool is_white = position.side_to_move() == Color::white;
        if (!line.empty()) line += ' ';
        if (is_white || line.empty())
            line += std::to_string(position.fullmove_number()) + (is_white ? ". " : "... ");
        line += to_san(position, move);
        position.play(move);
    }
    return " (" + line + ")";
}

std::string clause(const std::optional<ProvenMotif>& motif, Language language) {
    if (!motif) return "";
    const auto text =
        static_cast<Text>(static_cast<int>(Text::back_rank) + static_cast<int>(motif->kind));
    const auto piece = [&](std::size_t i) {
        return i < motif->on.size() ? with_square(motif->on[i], Case::object, language) : "";
    };
    // What an overloaded piece defends stands behind it in the list.
    const std::size_t first = motif->kind == MotifKind::overloaded ? 1 : 0;
    return std::string(text_of(motif->move == 0 ? Text::now : Text::later, language)) +
           filled(text_of(text, language), {{"by", with_square(motif->by, Case::subject, language)},
                                            {"on", list_of(motif->on, language)},
                                            {"one", piece(first)},
                                            {"other", piece(first + 1)}});
}

std::string won_text(const Winnings& won, Language language) {
    constexpr std::size_t most_named = 2;
    const auto type = [&](std::size_t i) { return type_of(won.taken[i].piece); };
    const bool gives_a_minor = won.given.size() == 1 && (won.given[0] == PieceType::knight ||
                                                         won.given[0] == PieceType::bishop);
    if (won.taken.size() == 1 && type(0) == PieceType::rook && gives_a_minor)
        return std::string(text_of(Text::exchange, language));
    int named = 0;
    for (const PlacedPiece& taken : won.taken) named += exchange_value(type_of(taken.piece));
    for (const PieceType given : won.given) named -= exchange_value(given);
    // A promotion, or a knight for a bishop, leaves the names short of the sum.
    constexpr int tolerance = 40;
    const bool is_complete = std::abs(named - won.centipawns) <= tolerance;
    if (is_complete && won.given.empty() && !won.taken.empty() && won.taken.size() <= most_named)
        return list_of(won.taken, language);
    if (is_complete && won.taken.size() == 1 && won.given.size() == 1)
        return filled(text_of(Text::one_for_other, language),
                      {{"won", with_square(won.taken[0], Case::object, language)},
                       {"given", indefinite(won.given[0], language)}});
    const int pawns = (won.centipawns + pawn / 2) / pawn;
    if (pawns <= 1) return std::string(text_of(Text::material_of_one, language));
    return filled(text_of(Text::material, language), {{"n", std::to_string(pawns)}});
}

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
        case ClaimKind::only_move: return Text::only_move;
        case ClaimKind::allows_threat:
            return mates ? Text::allows_mate_threat : Text::allows_threat;
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

std::string sentence(const Question& question, const Claim& claim, Language language) {
    const Position start = start_of_proof(question, claim);
    const std::string move = claim.proof.empty() ? "" : to_san(start, claim.proof.front());
    std::string reply;
    if (claim.lead.size() > 1) {
        const std::span<const Move> lead(claim.lead);
        reply = to_san(position_after(question.before, lead.first(lead.size() - 1)), lead.back());
    }
    const std::string how =
        claim.ending ? std::string(text_of(text_for(*claim.ending), language)) : "";
    return filled(text_of(text_for(claim), language),
                  {{"move", move},
                   {"reply", reply},
                   {"how", how},
                   {"n", std::to_string(claim.mate)},
                   {"won", won_text(claim.winnings, language)},
                   {"why", clause(claim.motif, language)},
                   {"line", line_in_brackets(start, claim.proof)}});
}

std::vector<std::string> sentences(const Question& question, const Explanation& explanation,
                                   Language language, std::size_t most) {
    std::vector<std::string> texts;
    for (const Claim& claim : explanation.claims)
        if (texts.size() < most) texts.push_back(sentence(question, claim, language));
    const auto names_the_better = [](const Claim& claim) {
        return claim.kind <= ClaimKind::misses_recapture || claim.kind == ClaimKind::only_move ||
               claim.kind >= ClaimKind::mates;
    };
    if (explanation.cost > 0 && !question.best.moves.empty() &&
        question.best.moves.front() != question.played &&
        std::ranges::none_of(explanation.claims, names_the_better))
        texts.push_back(filled(text_of(Text::better_was, language),
                               {{"move", to_san(question.before, question.best.moves.front())}}));
    return texts;
}

}  // namespace kibitz::explain
