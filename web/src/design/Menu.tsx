// A button that opens a list over the rest of the page. A press elsewhere and Escape close it.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './Icon';

interface Props {
  icon: IconName;
  label: string;
  class?: string;
  /** Whether a choice in it closes it, as in a list of commands. */
  closes?: boolean;
  /** When it is opened or closed. */
  onToggle?: (isOpen: boolean) => void;
  children: ComponentChildren;
}

export function Menu({ icon, label, class: name = '', closes = false, onToggle, children }: Props) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      if (!menu.current?.open) return;
      const inside = event.target instanceof Node && menu.current.contains(event.target);
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      if (isEscape && inside) menu.current.querySelector('summary')?.focus();
      if (isEscape || (event.type === 'pointerdown' && !inside)) menu.current.open = false;
    };
    // Before the command, which may move the focus on, or open a sheet that will return it.
    const closeFirst = ({ target }: Event) => {
      const button = target instanceof Element && target.closest('button');
      if (!closes || !button || !menu.current?.contains(button)) return;
      menu.current.querySelector('summary')?.focus(); // the button is no longer there to have it
      menu.current.open = false;
    };
    addEventListener('pointerdown', close);
    addEventListener('keydown', close);
    addEventListener('click', closeFirst, true);
    return () => {
      removeEventListener('pointerdown', close);
      removeEventListener('keydown', close);
      removeEventListener('click', closeFirst, true);
    };
  }, []);
  return (
    <details
      class={`menu ${name}`}
      ref={menu}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary>
        <Icon name={icon} />
        <span>{label}</span>
      </summary>
      <div class="panel">{children}</div>
    </details>
  );
}
