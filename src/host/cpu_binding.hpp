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

// "0-3,8" and back. Nothing for other texts.
std::optional<CpuList> parse_cpu_list(std::string_view text);
std::string to_text(const CpuList& cpus);

// The nodes that threads are to be dealt out to, one after the other; none: they go where the
// system puts them.
//
//   none            no nodes
//   auto, system    the machine's, with the CPUs this process may use, if there are several
//   hardware        the machine's, with all their CPUs, if there are several
//   0-7:8-15        these
//
// Another text, or CPUs that are not there, are an error.
std::expected<std::vector<CpuList>, std::string> nodes_of_policy(const std::string& policy);

// Of the calling thread.
CpuList allowed_cpus();
void bind_this_thread(const CpuList& cpus);

}  // namespace kibitz
