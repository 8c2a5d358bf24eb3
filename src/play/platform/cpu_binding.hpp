// Which CPUs a thread runs on. On machines with several memory nodes (NUMA) a thread is fastest
// near its memory.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kibitz {

using CpuList = std::vector<int>;  // numbers as the system counts them, rising

// "0-3,8" and back. Returns nothing for other texts.
std::optional<CpuList> parse_cpu_list(std::string_view text);
std::string to_text(const CpuList& cpus);

// Threads are dealt out to these nodes one after the other; without nodes, or if there are fewer
// threads, they go where the system puts them.
struct ThreadPlaces {
    std::vector<CpuList> nodes;
    int least_threads = 1;

    // The place of thread `index`; null means anywhere.
    [[nodiscard]] const CpuList* place_of(int index, int threads) const;
};

//   none        no nodes
//   system      the machine's, with the CPUs this process may use, if there are several
//   auto        the same, once there are more threads than one of them has CPUs: a few threads of
//               many programs would else crowd on the first
//   hardware    the machine's, with all their CPUs, if there are several
//   0-7:8-15    these
//
// Another text, or CPUs that are not there, are an error.
std::expected<ThreadPlaces, std::string> places_of_policy(const std::string& policy);

// Both are about the calling thread.
CpuList allowed_cpus();
void bind_this_thread(const CpuList& cpus);

}  // namespace kibitz
