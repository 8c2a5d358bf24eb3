// The chat of the players during a game.
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { showError } from '../../shell/notices';
import { block, blocked, muted, toggleMuted } from '../blocks';
import type { Course } from '../course';
import type { FollowedGame } from '../games';
import { me } from '../identity';
import { words } from '../words';

const longest = 200; // bytes, the server's limit

export function Chat({ game, course }: { game: FollowedGame; course: Course }) {
  const w = words.value;
  const text = useSignal('');
  const list = useRef<HTMLOListElement>(null);
  const { chat, end } = course;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [chat.length]);
  useReading(game, list, chat.length);
  const speakers = new Set(chat.map(({ player }) => player).filter((name) => name !== me.value));
  const canSpeak = game.mySide.value !== null && !end;
  if (!canSpeak && chat.length === 0) return null;

  function send(event: Event) {
    event.preventDefault();
    const message = text.value.trim();
    if (message === '') return;
    game.chat(message).then(() => (text.value = ''), showError);
  }

  return (
    <section class="chat" aria-labelledby="chat-title">
      <h2 id="chat-title">{w.chat}</h2>
      <ol ref={list} aria-live="polite" tabIndex={0} aria-labelledby="chat-title">
        {chat.map(({ player, text: message }, i) => (
          <li key={i} class={`side-${course.start.players.indexOf(player)}`}>
            <bdi class="speaker">{player}</bdi>{' '}
            {muted.value.has(player) ? <i class="soft">{w.hidden}</i> : message}
          </li>
        ))}
        {chat.length === 0 && <li class="soft">{w.quiet}</li>}
      </ol>
      {canSpeak && (
        <form class="typed" onSubmit={send}>
          <label>
            <span class="hidden">{w.say}</span>
            <input
              value={text.value}
              onInput={(event) => (text.value = event.currentTarget.value)}
              placeholder={w.say}
              maxLength={longest}
              autocomplete="off"
            />
          </label>
          <button type="submit">{w.send}</button>
        </form>
      )}
      {speakers.size > 0 && (
        <details class="quieter">
          <summary>{w.unwanted}</summary>
          {[...speakers].map((name) => (
            <Quieter name={name} key={name} />
          ))}
        </details>
      )}
    </section>
  );
}

/** Notes which messages the user has had before their eyes. */
function useReading(
  game: FollowedGame,
  list: RefObject<HTMLOListElement | null>,
  count: number,
): void {
  useEffect(() => {
    if (!list.current) return;
    const watcher = new IntersectionObserver(([seen]) => {
      if (seen?.isIntersecting) game.read.value = count;
    });
    watcher.observe(list.current);
    return () => watcher.disconnect();
  }, [count]);
}

/** Leads to messages that came while the chat was out of sight, as it is under the board of a phone. */
export function NewMessages({ game, course }: { game: FollowedGame; course: Course }) {
  const unread = course.chat
    .slice(game.read.value)
    .filter(({ player }) => player !== me.value && !muted.value.has(player)).length;
  if (unread === 0 || game.mySide.value === null) return null;
  return (
    <button
      type="button"
      class="new-messages"
      onClick={() => {
        const list = document.querySelector<HTMLElement>('.chat ol');
        list?.scrollIntoView({ block: 'center' });
        list?.focus({ preventScroll: true });
      }}
    >
      {words.value.chat} <b class="calls">{unread}</b>
      <span class="hidden">{words.value.newMessages(unread)}</span>
    </button>
  );
}

/** For messages that the user does not want to read. */
function Quieter({ name }: { name: string }) {
  const w = words.value;
  const isBlocked = blocked.value.has(name);
  return (
    <div class="row">
      <button type="button" class="small" onClick={() => toggleMuted(name)}>
        {muted.value.has(name) ? w.showMessagesOf(name) : w.hideMessagesOf(name)}
      </button>
      {me.value && (
        <button
          type="button"
          class="small"
          title={w.blockHelp}
          disabled={isBlocked}
          onClick={() => void block(name).catch(showError)}
        >
          {isBlocked ? w.isBlocked(name) : w.blockName(name)}
        </button>
      )}
    </div>
  );
}
