// Do two arms reach a goal at the same rate? An exact e-process: one may look at it after every
// unit, stop whenever one likes, and is still wrong with a probability of at most alpha.
//
// Each unit multiplies the evidence by p(outcome | its arm) / p(outcome), where both probabilities
// are estimated from the units before it. If the outcome does not depend on the arm, the
// expectation of this factor is 1 whatever the outcome's distribution is, because chance put the
// unit into its arm with a known probability. By Ville's inequality the product then reaches
// 1 / alpha at any time with a probability of at most alpha. Only the assignment has to be random:
// the rate may drift, and units may be added in the order in which their outcomes become known.
//
// R. Turner, A. Ly, P. Grünwald, "Generic E-variables for exact sequential k-sample tests that
// allow for optional stopping" (2021), with blocks that are filled by chance; for that,
// P. Grünwald, A. Henzi, T. Lardy, "Anytime-valid tests of conditional independence under
// model-X" (2023).
#pragma once

#include "statistics/two_arms.hpp"

namespace kibitz::statistics {

class RateEvidence {
   public:
    // The probability with which a unit is put into the variant: between 0 and 1, neither of them.
    explicit RateEvidence(double variant_share) : variant_share_(variant_share) {}

    // The units in order, each once.
    void add(Arm arm, bool reached);

    // Of the evidence now, and of the most there has been.
    [[nodiscard]] double log() const { return log_; }
    [[nodiscard]] double most_log() const { return most_log_; }
    // Whether the rates were found to differ, now or earlier. A finding stays.
    [[nodiscard]] bool has_decided(double alpha) const;

    [[nodiscard]] const ArmRate& of(Arm arm) const {
        return arm == Arm::control ? control_ : variant_;
    }

   private:
    double variant_share_;
    ArmRate control_, variant_;
    double log_ = 0, most_log_ = 0;
};

}  // namespace kibitz::statistics
