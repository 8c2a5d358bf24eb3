// The pieces of the SVG board: a Staunton set drawn for this project, solid shapes with a few
// inner lines, each in a square of 100 units, on one pattern of foot, ring and collar.
#pragma once

#include <array>
#include <string_view>

namespace kibitz::detail {

// SVG path data. `outline` is filled and stroked, `lines` is stroked only.
struct PieceShape {
    std::string_view outline;
    std::string_view lines;
};

#define KIBITZ_FOOT "M21 90V86C21 82 24 80 27 80H73C76 80 79 82 79 86V90Z"
#define KIBITZ_RING "M28 80C28 75 31 73 35 73H65C69 73 72 75 72 80Z"
#define KIBITZ_BASE_LINES "M29.5 80H70.5M37 73H63"
// The stem and the wide collar that king and queen share.
#define KIBITZ_STEM "M41 57C42 64 40 69 35 73H65C60 69 58 64 59 57Z"
#define KIBITZ_COLLAR "M33 51H67a3 3 0 0 1 0 6H33a3 3 0 0 1 0-6Z"
#define KIBITZ_COLLAR_LINES "M33 51H67M33 57H67"

// The index is the PieceType.
inline constexpr std::array<PieceShape, 6> piece_shapes = {{
    // pawn
    {"M44 49C44 60 40 68 35 73H65C60 68 56 60 56 49Z"
     "M29 80C29 75 32 73 36 73H64C68 73 71 75 71 80Z"
     "M24 90V86C24 82 26 80 30 80H70C74 80 76 82 76 86V90Z"
     "M37.5 32a12.5 12.5 0 1 1 25 0a12.5 12.5 0 1 1-25 0Z"
     "M39 44H61a3 3 0 0 1 0 6H39a3 3 0 0 1 0-6Z",
     "M32 80H68M38 73H62M38 44H62M38 50H62"},
    // knight
    {"M52 19C68 21 76 38 72 58C71 64 69 69 67 73H33C34 66 40 61 46 56C50 52 51 49 50 45"
     "C45 49 40 49 36 52C33 55 32 60 28 60C22 60 17 56 18 50C19 44 26 37 28 31C28 26 31 24 33 22"
     "L34 12C38 14 41 17 43 19L48 12C51 14 52 17 52 19Z" KIBITZ_RING KIBITZ_FOOT,
     "M23 52.4L24.2 51.6M35.4 34.6A1.3 1.3 0 1 1 35.4 34.5M29.5 55.5L33.5 51.5"
     "M56 25C66 33 68 48 63 64M36 73H64M29.5 80H70.5"},
    // bishop
    {"M43 61C43 65 40 70 35 73H65C60 70 57 65 57 61Z" KIBITZ_RING KIBITZ_FOOT
     "M50 20C60 26 67 36 67 45C67 50 64 54 60 57H40C36 54 33 50 33 45C33 36 40 26 50 20Z"
     "M45 15a5 5 0 1 1 10 0a5 5 0 1 1-10 0Z"
     "M36 56H64a3 3 0 0 1 0 6H36a3 3 0 0 1 0-6Z",
     "M58.5 27L49 43M36 56H64M36 62H64" KIBITZ_BASE_LINES},
    // rook
    {"M36 40C37 54 36 65 32 73H68C64 65 63 54 64 40Z" KIBITZ_RING KIBITZ_FOOT
     "M27 20H37V27H45V20H55V27H63V20H73V33C73 37 70 40 66 40H34C30 40 27 37 27 33Z",
     "M28 33H72M36 40H64M34 73H66M29.5 80H70.5"},
    // queen
    {KIBITZ_STEM KIBITZ_RING KIBITZ_FOOT
     "M34 52L21 28L37 38L36 21L46 36L50 17L54 36L64 21L63 38L79 28L66 52Z"
     "M15.8 25a4.2 4.2 0 1 1 8.4 0a4.2 4.2 0 1 1-8.4 0Z"
     "M31.3 18a4.2 4.2 0 1 1 8.4 0a4.2 4.2 0 1 1-8.4 0Z"
     "M45.8 14a4.2 4.2 0 1 1 8.4 0a4.2 4.2 0 1 1-8.4 0Z"
     "M60.3 18a4.2 4.2 0 1 1 8.4 0a4.2 4.2 0 1 1-8.4 0Z"
     "M75.8 25a4.2 4.2 0 1 1 8.4 0a4.2 4.2 0 1 1-8.4 0Z" KIBITZ_COLLAR,
     "M32.5 45.5C42 42.5 58 42.5 67.5 45.5" KIBITZ_COLLAR_LINES KIBITZ_BASE_LINES},
    // king
    {KIBITZ_STEM KIBITZ_RING KIBITZ_FOOT "M46.5 7H53.5V12H59V18.5H53.5V27H46.5V18.5H41V12H46.5Z"
                                         "M34 52L27 33C27 28 32 27 36 28C41 24 46 23 50 23C54 23 "
                                         "59 24 64 28C68 27 73 28 73 33L66 52Z" KIBITZ_COLLAR,
     "M31.5 44.5C42 41.5 58 41.5 68.5 44.5" KIBITZ_COLLAR_LINES KIBITZ_BASE_LINES},
}};

#undef KIBITZ_FOOT
#undef KIBITZ_RING
#undef KIBITZ_BASE_LINES
#undef KIBITZ_STEM
#undef KIBITZ_COLLAR
#undef KIBITZ_COLLAR_LINES

}  // namespace kibitz::detail
