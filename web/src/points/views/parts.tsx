// What the parts of the page of points have in common: commands, fields, and what is said.
import type { ComponentChildren } from 'preact';
import { useSignal } from '@preact/signals';
import type { Step } from '../ledger';
import { act, purse, stakeText } from '../state';
import { words } from '../words';

/** The steps that can be taken about something that is under way. */
export function Steps({ about, all, isFirstMain = false }: StepsProps) {
  return (
    <span class="row">
      {all.map((step, i) => (
        <StepButton key={step} about={about} step={step} isMain={isFirstMain && i === 0} />
      ))}
    </span>
  );
}

interface StepsProps {
  about: number;
  all: readonly Step[];
  isFirstMain?: boolean;
}

function StepButton({ about, step, isMain }: { about: number; step: Step; isMain: boolean }) {
  const w = words.value;
  const isBusy = useSignal(false);
  async function press(button: HTMLButtonElement) {
    const title = button.closest('section')?.querySelector<HTMLElement>('h3');
    isBusy.value = true;
    await act(step, { about }, w.done[step]);
    isBusy.value = false;
    // The button is gone with what it was about: the focus stays near.
    requestAnimationFrame(() => !button.isConnected && title?.focus());
  }
  return (
    <button
      type="button"
      class={isMain ? 'small primary' : 'small'}
      disabled={isBusy.value}
      onClick={({ currentTarget }) => void press(currentTarget)}
    >
      {w.steps[step]}
    </button>
  );
}

/** A part with a title that can have the focus. */
export function Part({ id, title, children }: PartProps) {
  return (
    <section class="panel" aria-labelledby={id}>
      <h3 id={id} tabIndex={-1}>
        {title}
      </h3>
      {children}
    </section>
  );
}

interface PartProps {
  id: string;
  title: string;
  children: ComponentChildren;
}

/** A list, or a word that it is empty. */
export function Rows({ children, empty }: { children: ComponentChildren[]; empty: string }) {
  if (children.length === 0) return <p class="about">{empty}</p>;
  return <ul class="rows">{children}</ul>;
}

/** A form that is folded up until it is wanted. It is emptied when it has been sent. */
export function FoldedForm({ title, help, command, onSend, children }: FormProps) {
  const isBusy = useSignal(false);
  async function submit(event: Event) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    isBusy.value = true;
    const isDone = await onSend(new FormData(form));
    isBusy.value = false;
    if (isDone) form.reset();
  }
  return (
    <details class="panel">
      <summary>{title}</summary>
      <form class="setup" onSubmit={(event) => void submit(event)}>
        {help && <p class="about">{help}</p>}
        {children}
        <button type="submit" class="primary" disabled={isBusy.value}>
          {command}
        </button>
      </form>
    </details>
  );
}

interface FormProps {
  title: string;
  help?: string;
  command: string;
  onSend: (fields: FormData) => Promise<boolean>;
  children: ComponentChildren;
}

export const textIn = (fields: FormData, name: string): string =>
  String(fields.get(name) ?? '').trim();
export const numberIn = (fields: FormData, name: string): number => Number(fields.get(name));
export const stakeIn = (fields: FormData, token: string, amount: string) => ({
  amount: numberIn(fields, amount),
  token: textIn(fields, token),
});

export function AmountField({ label, name, least = 1 }: AmountProps) {
  return (
    <label>
      {label}
      <input
        name={name}
        inputMode="numeric"
        pattern={least === 0 ? '[0-9]{1,15}' : '[1-9][0-9]{0,14}'}
        defaultValue={String(least)}
        autocomplete="off"
        required
      />
    </label>
  );
}

interface AmountProps {
  label: string;
  name: string;
  least?: 0 | 1;
}

export function NameField({ label, name, isOptional = false }: NameProps) {
  return (
    <label>
      {label}
      <input
        name={name}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxLength={32}
        required={!isOptional}
      />
    </label>
  );
}

interface NameProps {
  label: string;
  name: string;
  isOptional?: boolean;
}

export function Choice({ label, name, all, text }: ChoiceProps) {
  return (
    <label>
      {label}
      <select name={name} required>
        {all.map((one) => (
          <option key={one} value={one}>
            {text ? text(one) : one}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  all: readonly string[];
  text?: (value: string) => string;
}

/** What is in the purse, to choose from. */
export function OwnThings({ label, name, isFor = () => true }: OwnProps) {
  const all = (purse.value?.balances ?? []).filter(({ token }) => isFor(token));
  const text = (token: string) => stakeText(all.find((one) => one.token === token)!);
  return <Choice label={label} name={name} all={all.map(({ token }) => token)} text={text} />;
}

interface OwnProps {
  label: string;
  name: string;
  isFor?: (token: string) => boolean;
}

export const dateText = (time: number): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date(time));
