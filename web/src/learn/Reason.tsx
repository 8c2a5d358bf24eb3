// Why one of the user's own mistakes was one, and the mistake as a link for others.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { rules } from '../game/core';
import { type Mistake, noteMotif } from '../game/mistakes';
import { proofLink } from '../game/proof';
import { announce } from '../game/speech';
import { motifIn, type Question, reasonsFor, type Reasons as Found } from '../game/why';
import { Reasons } from './Reasons';
import { words } from './words';

/** The mistake as a question to the explainer; null if it cannot be played. */
function questionOf({ fen, san }: Mistake): Question | null {
  const uci = rules.value?.position(fen).legal.find((move) => move.san === san)?.uci;
  return uci === undefined ? null : { start: fen, moves: [], move: uci };
}

/** The line that punishes a move: a proof that begins behind it, or else what the engine expects. */
function punishmentOf({ start, move }: Question, { explanation, score }: Found): string[] {
  const after = rules.value?.position(start, [move]).fen;
  const proof = explanation.claims.find(({ fen, uci }) => fen === after && uci.length > 0);
  return [move, ...(proof?.uci ?? score.pv.slice(1))];
}

const embed = () => new URL('embed.html', document.baseURI).href;

/** What there is to say about a mistake; undefined while it is looked for, null if it cannot be played. */
function reasonsOf(mistake: Mistake): { question: Question; found: Found } | null | undefined {
  const question = questionOf(mistake);
  const found = question && reasonsFor(question);
  return found ? { question, found } : (found as null | undefined);
}

/** Asked for when the exercise is over, since it would give the solution away. */
export function Reason({ of }: { of: Mistake }) {
  const question = questionOf(of);
  useEffect(() => {
    if (question) void motifIn(question).then((motif) => noteMotif(of.fen, of.san, motif));
  }, [of.fen, of.san]);
  return question && <Reasons of={question} />;
}

/** The mistake as a link: for what the device sends with, or copied; it stands there in any case. */
export function Send({ of }: { of: Mistake }) {
  const w = words.value;
  const sent = useSignal('');
  useEffect(() => void (sent.value = ''), [of.fen, of.san]);
  const known = reasonsOf(of);
  const line = known ? punishmentOf(known.question, known.found) : [];
  if (!known || line.length < 2) return null;
  const { explanation, best, isBest } = known.found;
  async function send() {
    sent.value = proofLink(embed(), {
      fen: of.fen,
      line,
      better: isBest ? '' : (best.pv[0] ?? ''),
      why: explanation.sentences.join(' '),
    });
    try {
      if (navigator.share) await navigator.share({ url: sent.value });
      else {
        await navigator.clipboard.writeText(sent.value);
        announce(w.linkCopied);
      }
    } catch {
      // The user has chosen otherwise, or the browser allows neither.
    }
  }
  return (
    <>
      <button type="button" onClick={() => void send()}>
        {w.sendMistake}
      </button>
      {sent.value && (
        <label>
          {w.mistakeLink}
          <textarea
            class="given"
            rows={2}
            readOnly
            value={sent.value}
            onFocus={(event) => event.currentTarget.select()}
          />
        </label>
      )}
    </>
  );
}
