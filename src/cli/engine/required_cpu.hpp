// A processor that is too old for this build is refused in words instead of by an illegal
// instruction.
#pragma once

namespace kibitz::cli {

// Ends the process with a message and exit_failure where the processor, or the system, lacks the
// instruction set that this program was compiled for. Works before any static object exists.
void refuse_old_cpu();

}  // namespace kibitz::cli
