// <script defer src=".../kibitz-board.js"></script>
// <kibitz-board level="3" player="white"></kibitz-board>
//
// Attributes: start (FEN), level (1 to 14), player, orientation (white or black), pgn, theme (light,
// dark, contrast), language (en, de), label.
(() => {
  const names = ['start', 'level', 'player', 'orientation', 'pgn', 'theme', 'language'];
  const source = document.currentScript.src;

  class KibitzBoard extends HTMLElement {
    static observedAttributes = names;

    connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML =
        '<style>:host{display:block;max-width:480px}iframe{border:0;width:100%;aspect-ratio:8/8.8}</style><iframe loading="lazy"></iframe>';
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
      frame.title = this.getAttribute('label') ?? 'Chess board';
      frame.src = address.href;
    }
  }

  customElements.define('kibitz-board', KibitzBoard);
})();
