// A note on the board while the rules are loading.
import { rules } from '../game/core';
import { words } from '../words';

export function RulesLoading() {
  return (
    <p class="rules-loading" role="status">
      {rules.value ? '' : words.value.rulesLoading}
    </p>
  );
}
