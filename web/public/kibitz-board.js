// <script defer src=".../kibitz-board.js"></script>
// <kibitz-board level="3" player="white"></kibitz-board>
//
// Attributes: start (FEN), level (1 to 14), player, orientation (white or black), pgn, theme (light,
// dark, contrast), language (en, de), label. The board fills its frame, whose height can be set by
// --controls, the pixels below the board.
(() => {
  const names = ['start', 'level', 'player', 'orientation', 'theme', 'language'];
  const source = document.currentScript.src;

  const frame = `<style>
    :host { display: block; max-width: 480px; container-type: inline-size; }
    iframe { border: 0; width: 100%; height: calc(100cqw + var(--controls, 110px)); }
    :host([pgn]) iframe { height: calc(100cqw + var(--controls, 170px)); }
  </style><iframe loading="lazy"></iframe>`;

  class KibitzBoard extends HTMLElement {
    static observedAttributes = [...names, 'pgn', 'label'];

    connectedCallback() {
      if (!this.shadowRoot) this.attachShadow({ mode: 'open' }).innerHTML = frame;
      this.show();
    }
    attributeChangedCallback() {
      this.show();
    }
    show() {
      const frame = this.shadowRoot?.querySelector('iframe');
      if (!frame) return;
      const address = new URL('embed.html', source);
      for (const name of names)
        if (this.hasAttribute(name)) address.searchParams.set(name, this.getAttribute(name));
      // After the #, where the length is not limited by a server.
      if (this.hasAttribute('pgn'))
        address.hash = `pgn=${encodeURIComponent(this.getAttribute('pgn'))}`;
      frame.title = this.getAttribute('label') ?? 'Chess board';
      if (frame.src !== address.href) frame.src = address.href;
    }
  }

  customElements.define('kibitz-board', KibitzBoard);
})();
