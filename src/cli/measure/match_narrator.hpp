// What `kibitz match` shows while it plays: on a terminal a table that is drawn anew, elsewhere a
// line every so many encounters.
#pragma once

#include <chrono>
#include <cstdio>
#include <string>

#include "match/runner.hpp"

namespace kibitz::cli {

class MatchNarrator : public match::MatchObserver {
   public:
    MatchNarrator(const match::MatchSettings& settings, std::FILE* out);

    void game_finished(const match::GameTask& task, const match::PlayedGame& game) override;
    void encounter_counted(const match::Encounter& encounter,
                           const match::MatchState& state) override;
    void warned(const std::string& text) override;
    // Takes the live table away, before the summary.
    void finish();

   private:
    void print(const std::string& text);
    void draw_live(const match::MatchState& state);
    void erase_live();

    const match::MatchSettings& settings_;
    std::FILE* out_;
    bool is_terminal_;
    int counted_ = 0;
    int live_rows_ = 0;  // of the terminal, that it takes
    std::string live_text_;
    std::chrono::steady_clock::time_point last_drawn_{};
    std::string last_warning_;
};

}  // namespace kibitz::cli
