// Why the arena refuses a request: a code that programs compare, and a text for
// people. The codes stand in docs/api and stay as they are; the texts may
// change.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <utility>

namespace kibitz::arena {

enum class ErrorCode : std::uint8_t {
    // Messages
    not_json,
    message_too_long,
    nested_too_deeply,
    bad_field,
    unknown_message_type,
    unknown_command,
    not_found,
    interrupted,
    // Players
    log_in_first,
    already_logged_in,
    unknown_token,
    banned,
    already_banned,
    not_banned,
    muted,
    already_muted,
    not_muted,
    no_token,
    bad_name,
    name_taken,
    name_reserved,
    owner_too_long,
    bad_version,
    too_many_registrations,
    no_such_player,
    blocked_by_player,
    too_many_blocked,
    bad_report_length,
    already_reported,
    too_many_reports,
    no_such_report,
    bad_letter_key,
    player_is_playing,
    player_in_contest,
    // Who may come in
    registration_closed,
    invitation_needed,
    bad_invitation,
    bad_sign_in_code,
    network_banned,
    bad_network,
    too_many_in_club,
    not_moderator,
    player_is_moderator,
    unknown_action,
    // Offers
    server_closing,
    unknown_game_kind,
    bad_time_control,
    bad_setup,
    own_start_not_rated,
    bad_rating_range,
    own_opponent,
    player_not_here,
    too_many_offers,
    no_such_offer,
    rating_not_wanted,
    // Games
    no_such_game,
    not_your_game,
    game_over,
    game_paused,
    not_your_turn,
    illegal_move,
    no_draw_offers,
    draw_already_offered,
    no_draw_offered,
    no_draw_to_claim,
    not_casual,
    no_move_to_take_back,
    takeback_already_asked,
    no_takeback_asked,
    too_much_time,
    contest_game,
    too_late_to_abort,
    bad_chat_length,
    too_much_chat,
    too_many_games_watched,
    not_watched,
    no_pgn,
    too_many_games_for_pgn,
    // Contests
    bad_contest_name,
    bad_contest_kind,
    bad_rounds,
    bad_length,
    contest_exists,
    too_many_contests,
    no_such_contest,
    not_organiser,
    contest_begun,
    contest_over,
    contest_full,
    too_few_players,
    already_in_contest,
    not_in_contest,
    // Points and vouchers: those of the ledger (ledger/error.hpp), and two of the arena
    points_off,
    too_many_facts,
    bad_amount,
    not_enough,
    same_account,
    id_reused,
    no_such_agreement,
    not_your_agreement,
    not_possible_now,
    too_early,
    too_late,
    purse_frozen,
    bad_token,
    token_exists,
    involved_in_result,
    too_many_agreements,
    bad_split,
    own_order,
    signature_missing,
    wrong_signature,
    // Files of the operator
    path_not_absolute,
    file_exists,
    copy_failed,
};

// They are in the order of the enum.
inline constexpr auto error_codes = [] {
    using enum ErrorCode;
    return std::to_array<std::pair<ErrorCode, const char*>>({
        {not_json, "notJson"},
        {message_too_long, "messageTooLong"},
        {nested_too_deeply, "nestedTooDeeply"},
        {bad_field, "badField"},
        {unknown_message_type, "unknownMessageType"},
        {unknown_command, "unknownCommand"},
        {not_found, "notFound"},
        {interrupted, "interrupted"},

        {log_in_first, "logInFirst"},
        {already_logged_in, "alreadyLoggedIn"},
        {unknown_token, "unknownToken"},
        {banned, "banned"},
        {already_banned, "alreadyBanned"},
        {not_banned, "notBanned"},
        {muted, "muted"},
        {already_muted, "alreadyMuted"},
        {not_muted, "notMuted"},
        {no_token, "noToken"},
        {bad_name, "badName"},
        {name_taken, "nameTaken"},
        {name_reserved, "nameReserved"},
        {owner_too_long, "ownerTooLong"},
        {bad_version, "badVersion"},
        {too_many_registrations, "tooManyRegistrations"},
        {no_such_player, "noSuchPlayer"},
        {blocked_by_player, "blockedByPlayer"},
        {too_many_blocked, "tooManyBlocked"},
        {bad_report_length, "badReportLength"},
        {already_reported, "alreadyReported"},
        {too_many_reports, "tooManyReports"},
        {no_such_report, "noSuchReport"},
        {bad_letter_key, "badLetterKey"},
        {player_is_playing, "playerIsPlaying"},
        {player_in_contest, "playerInContest"},

        {registration_closed, "registrationClosed"},
        {invitation_needed, "invitationNeeded"},
        {bad_invitation, "badInvitation"},
        {bad_sign_in_code, "badSignInCode"},
        {network_banned, "networkBanned"},
        {bad_network, "badNetwork"},
        {too_many_in_club, "tooManyInClub"},
        {not_moderator, "notModerator"},
        {player_is_moderator, "playerIsModerator"},
        {unknown_action, "unknownAction"},

        {server_closing, "serverClosing"},
        {unknown_game_kind, "unknownGameKind"},
        {bad_time_control, "badTimeControl"},
        {bad_setup, "badSetup"},
        {own_start_not_rated, "ownStartNotRated"},
        {bad_rating_range, "badRatingRange"},
        {own_opponent, "ownOpponent"},
        {player_not_here, "playerNotHere"},
        {too_many_offers, "tooManyOffers"},
        {no_such_offer, "noSuchOffer"},
        {rating_not_wanted, "ratingNotWanted"},

        {no_such_game, "noSuchGame"},
        {not_your_game, "notYourGame"},
        {game_over, "gameOver"},
        {game_paused, "gamePaused"},
        {not_your_turn, "notYourTurn"},
        {illegal_move, "illegalMove"},
        {no_draw_offers, "noDrawOffers"},
        {draw_already_offered, "drawAlreadyOffered"},
        {no_draw_offered, "noDrawOffered"},
        {no_draw_to_claim, "noDrawToClaim"},
        {not_casual, "notCasual"},
        {no_move_to_take_back, "noMoveToTakeBack"},
        {takeback_already_asked, "takebackAlreadyAsked"},
        {no_takeback_asked, "noTakebackAsked"},
        {too_much_time, "tooMuchTime"},
        {contest_game, "contestGame"},
        {too_late_to_abort, "tooLateToAbort"},
        {bad_chat_length, "badChatLength"},
        {too_much_chat, "tooMuchChat"},
        {too_many_games_watched, "tooManyGamesWatched"},
        {not_watched, "notWatched"},
        {no_pgn, "noPgn"},
        {too_many_games_for_pgn, "tooManyGamesForPgn"},

        {bad_contest_name, "badContestName"},
        {bad_contest_kind, "badContestKind"},
        {bad_rounds, "badRounds"},
        {bad_length, "badLength"},
        {contest_exists, "contestExists"},
        {too_many_contests, "tooManyContests"},
        {no_such_contest, "noSuchContest"},
        {not_organiser, "notOrganiser"},
        {contest_begun, "contestBegun"},
        {contest_over, "contestOver"},
        {contest_full, "contestFull"},
        {too_few_players, "tooFewPlayers"},
        {already_in_contest, "alreadyInContest"},
        {not_in_contest, "notInContest"},

        {points_off, "pointsOff"},
        {too_many_facts, "tooManyFacts"},
        {bad_amount, "badAmount"},
        {not_enough, "notEnough"},
        {same_account, "sameAccount"},
        {id_reused, "idReused"},
        {no_such_agreement, "noSuchAgreement"},
        {not_your_agreement, "notYourAgreement"},
        {not_possible_now, "notPossibleNow"},
        {too_early, "tooEarly"},
        {too_late, "tooLate"},
        {purse_frozen, "purseFrozen"},
        {bad_token, "badToken"},
        {token_exists, "tokenExists"},
        {involved_in_result, "involvedInResult"},
        {too_many_agreements, "tooManyAgreements"},
        {bad_split, "badSplit"},
        {own_order, "ownOrder"},
        {signature_missing, "signatureMissing"},
        {wrong_signature, "wrongSignature"},

        {path_not_absolute, "pathNotAbsolute"},
        {file_exists, "fileExists"},
        {copy_failed, "copyFailed"},
    });
}();
static_assert([] {
    for (std::size_t i = 0; i < error_codes.size(); ++i)
        if (static_cast<std::size_t>(error_codes[i].first) != i) return false;
    return error_codes.back().first == ErrorCode::copy_failed;
}());

constexpr const char* to_string(ErrorCode code) {
    return error_codes[static_cast<std::size_t>(code)].second;
}

// Whether it stands in the table, and so in docs/api.
constexpr bool is_error_code(std::string_view name) {
    for (const auto& entry : error_codes)
        if (entry.second == name) return true;
    return false;
}

struct Refusal {
    ErrorCode code;
    std::string text;

    bool operator==(const Refusal&) const = default;
};

inline std::unexpected<Refusal> refuse(ErrorCode code, std::string text) {
    return std::unexpected(Refusal{code, std::move(text)});
}

}  // namespace kibitz::arena
