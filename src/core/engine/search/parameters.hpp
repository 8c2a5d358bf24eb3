// Parameters: the constants of the search whose best values only games can tell.
//
// In an ordinary build they are compiled in. With the CMake option KIBITZ_TUNE the search takes
// them from its context, where `kibitz tune` changes them; docs/tuning.md.
#pragma once

#include <array>
#include <cstddef>

namespace kibitz::search {

// X(name, value, least, most, step): the tuner stays from `least` to `most` and tries values `step`
// away in the end; a step should cost or gain a few Elo at most. Scores are in centipawns,
// reductions in 1/1024 plies, histories in their own units, weights (order_by_..., order_escape,
// reward_..., malus_refuted, correction_by_...) in 1/1024, and late_move_..., singular_... and
// correction_gain in 1/64.
// clang-format off
#define KIBITZ_SEARCH_PARAMETERS(X)                 \
    X(order_by_quiet, 1'372, 512, 5'000, 160)       \
    X(order_by_pawns, 1'024, 0, 4'000, 120)         \
    X(order_by_last, 2'048, 512, 5'000, 160)        \
    X(order_by_second, 1'024, 0, 4'000, 120)        \
    X(order_by_fourth, 512, 0, 3'000, 100)          \
    X(order_by_sixth, 512, 0, 3'000, 100)           \
    X(order_escape, 1'024, 0, 3'000, 120)           \
    X(order_check, 8'000, 0, 24'000, 900)           \
    X(order_victim, 16, 4, 60, 2)                   \
    X(aspiration_delta, 11, 4, 40, 2)               \
    X(aspiration_divisor, 14'000, 4'000, 40'000, 1'500) \
    X(history_bonus_slope, 170, 60, 400, 20)        \
    X(history_bonus_offset, 90, -100, 400, 30)      \
    X(history_bonus_limit, 1'700, 600, 4'000, 150)  \
    X(history_malus_slope, 200, 60, 500, 20)        \
    X(history_malus_offset, 110, -100, 400, 30)     \
    X(history_malus_limit, 1'900, 600, 4'000, 150)  \
    X(reward_previous, 512, 0, 2'000, 70)           \
    X(reward_undone_reduction, 512, 0, 2'000, 70)   \
    X(malus_refuted, 1'024, 0, 3'000, 110)          \
    X(swing_slope, 12, 2, 40, 2)                    \
    X(swing_offset, 400, 0, 1'000, 50)              \
    X(hindsight_margin, 170, 40, 400, 25)           \
    X(razoring_base, 300, 100, 600, 30)             \
    X(razoring_slope, 250, 80, 500, 25)             \
    X(reverse_futility_slope, 61, 30, 160, 6)       \
    X(reverse_futility_improving, 62, 0, 150, 8)    \
    X(reverse_futility_worsening, 20, 0, 80, 5)     \
    X(null_move_base, 130, 0, 350, 20)              \
    X(null_move_slope, 16, 0, 40, 2)                \
    X(null_move_divisor, 200, 80, 500, 20)          \
    X(probcut_margin, 110, 50, 400, 10)             \
    X(probcut_improving, 30, 0, 150, 6)             \
    X(probcut_divisor, 100, 40, 400, 10)            \
    X(late_move_base, 192, 64, 512, 16)             \
    X(late_move_slope, 64, 24, 160, 4)              \
    X(pruning_history_divisor, 8, 3, 30, 1)         \
    X(futility_base, 110, 20, 300, 12)              \
    X(futility_slope, 105, 40, 250, 8)              \
    X(futility_history_divisor, 128, 40, 400, 15)   \
    X(history_pruning_slope, 5'500, 2'000, 12'000, 400) \
    X(quiet_exchange_slope, 22, 8, 60, 3)           \
    X(capture_futility_base, 230, 80, 500, 20)      \
    X(capture_futility_slope, 180, 60, 400, 15)     \
    X(capture_futility_history_divisor, 64, 16, 200, 8) \
    X(capture_exchange_slope, 130, 50, 300, 10)     \
    X(capture_exchange_history_divisor, 48, 16, 150, 6) \
    X(singular_slope, 48, 12, 160, 6)               \
    X(singular_former_pv_slope, 80, 16, 240, 8)     \
    X(double_extension_margin, 4, 0, 30, 2)         \
    X(double_extension_pv, 180, 50, 400, 20)        \
    X(triple_extension_margin, 70, 20, 200, 10)     \
    X(triple_extension_pv, 250, 80, 500, 25)        \
    X(reduction_offset, 400, -300, 1'200, 60)       \
    X(reduction_divisor, 2'240, 1'200, 4'000, 100)  \
    X(reduction_cut_node, 1'500, 500, 3'500, 120)   \
    X(reduction_no_table_move, 500, 0, 1'500, 80)   \
    X(reduction_table_pv, 1'100, 200, 2'500, 90)    \
    X(reduction_pv, 700, 0, 2'000, 90)              \
    X(reduction_not_improving, 600, 0, 1'500, 80)   \
    X(reduction_check, 1'700, 0, 3'000, 80)           \
    X(reduction_table_capture, 800, 0, 2'000, 80)   \
    X(reduction_child_cutoffs, 900, 0, 2'000, 80)   \
    X(reduction_correction, 12, 0, 40, 2)           \
    X(reduction_capture, 400, -500, 1'500, 80)      \
    X(reduction_history_divisor, 10, 4, 30, 1)      \
    X(deeper_margin, 40, 10, 120, 6)                \
    X(shallower_margin, 2, 0, 40, 2)                \
    X(quiescence_futility, 200, 60, 400, 15)        \
    X(quiescence_exchange_margin, 74, 0, 200, 10)   \
    X(correction_by_pawns, 37, 0, 120, 4)           \
    X(correction_by_pieces, 37, 0, 120, 4)          \
    X(correction_by_moves, 37, 0, 120, 4)           \
    X(correction_gain, 16, 4, 60, 2)
// clang-format on

// A weight of 1.
inline constexpr int weight_one = 1'024;

struct Parameters {
#define KIBITZ_MEMBER(name, value, least, most, step) int name = value;
    KIBITZ_SEARCH_PARAMETERS(KIBITZ_MEMBER)
#undef KIBITZ_MEMBER
};

struct ParameterInfo {
    const char* name;
    int Parameters::* member;
    int value, least, most, step;
};

inline constexpr auto parameter_infos = std::to_array<ParameterInfo>({
#define KIBITZ_INFO(name, value, least, most, step) \
    {#name, &Parameters::name, value, least, most, step},
    KIBITZ_SEARCH_PARAMETERS(KIBITZ_INFO)
#undef KIBITZ_INFO
});

inline constexpr Parameters default_parameters{};

#ifdef KIBITZ_TUNE
inline constexpr bool parameters_are_tunable = true;
#else
inline constexpr bool parameters_are_tunable = false;
#endif

// What the search uses: known to the compiler unless this is a build for tuning.
constexpr const Parameters& in_use(const Parameters* tuned) {
    if constexpr (parameters_are_tunable) return *tuned;
    return default_parameters;
}

}  // namespace kibitz::search
