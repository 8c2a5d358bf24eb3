#include <ctime>

#include "platform/local_time.hpp"

std::tm kibitz::local_time(std::time_t time) {
    std::tm local{};
    ::localtime_s(&local, &time);
    return local;
}
