/* Where phones find this server, for a page that was opened on the server's own machine: "localhost" means themselves to
 * them. The server tells its address in the house's network, to this machine alone. */
class Reach {
  /* An origin; empty: the server can be reached from here only; nothing: not asked, or not needed. */
  url = $state<string | undefined>();
  #asked = false;

  get local(): boolean {
    return /^(localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname);
  }

  ask(): void {
    if (this.#asked || !this.local) return;
    this.#asked = true;
    void fetch('/api/local/reach')
      .then((answer) => (answer.ok ? answer.json() : undefined))
      .then((told: { url?: string } | undefined) => (this.url = told ? (told.url ?? '') : undefined))
      .catch(() => (this.#asked = false));
  }

  /* What others type before the path. */
  get origin(): string {
    return this.url || location.origin;
  }
}

export const reach = new Reach();
