#include "serve/operator/operator_access.hpp"

namespace kibitz::serve {

std::string OperatorAccess::new_code(Time now) {
    const std::lock_guard lock(mutex_);
    return add(codes_, most_codes, now + code_lifetime, now);
}

std::expected<std::string, OperatorAccess::Refusal> OperatorAccess::exchange(std::string_view code,
                                                                             Time now) {
    const std::lock_guard lock(mutex_);
    if (now - failures_since_ >= failures_counted) failures_ = 0;
    if (failures_ >= most_failures) return std::unexpected(Refusal::too_many_failures);
    const auto found = find(codes_, code, now);
    if (found == codes_.end()) {
        count_failure(now);
        return std::unexpected(Refusal::unknown_code);
    }
    codes_.erase(found);
    return add(tokens_, most_tokens, now + token_lifetime, now);
}

bool OperatorAccess::is_good(std::string_view token, Time now) {
    const std::lock_guard lock(mutex_);
    if (find(tokens_, token, now) != tokens_.end()) return true;
    count_failure(now);
    return false;
}

void OperatorAccess::end(std::string_view token, Time now) {
    const std::lock_guard lock(mutex_);
    if (const auto found = find(tokens_, token, now); found != tokens_.end()) tokens_.erase(found);
}

void OperatorAccess::end_all() {
    const std::lock_guard lock(mutex_);
    codes_.clear();
    tokens_.clear();
}

std::string OperatorAccess::add(List& list, std::size_t most, Time until, Time now) {
    std::erase_if(list, [now](const Kept& kept) { return kept.until <= now; });
    if (list.size() >= most) list.erase(list.begin());
    std::string secret = arena::new_token(secrets_);
    list.push_back({secrets_.sha256_hex(secret), until});
    return secret;
}

// Takes as long for every wrong one.
OperatorAccess::List::iterator OperatorAccess::find(List& list, std::string_view secret, Time now) {
    const std::string hash = secrets_.sha256_hex(secret);
    auto found = list.end();
    for (auto kept = list.begin(); kept != list.end(); ++kept)
        if (secrets_.are_equal(kept->hash, hash) && now < kept->until) found = kept;
    return found;
}

void OperatorAccess::count_failure(Time now) {
    if (now - failures_since_ >= failures_counted) {
        failures_ = 0;
        failures_since_ = now;
    }
    ++failures_;
}

}  // namespace kibitz::serve
