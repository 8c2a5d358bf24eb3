// Says on a board that the rules have not arrived yet.
import { rules } from '../game/core';
import { words } from '../words';

export function RulesLoading() {
  return (
    <p class="rules-loading" role="status">
      {rules.value ? '' : words.value.rulesLoading}
    </p>
  );
}
