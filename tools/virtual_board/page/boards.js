// Which board the page shows: a list to choose from, kept in the address. The match lies on the same
// flash, whichever board it is.

export class Boards {
  // `select`: the list's element. `fetch(name)` gives a board's data.
  constructor(select, fetch) {
    this._select = select;
    this._fetch = fetch;
    this._drawn = [];
  }

  // `names`: the boards there are, with their `titles`. `drawn`: those that the page shows at a cable alone.
  offer({ names, titles, drawn }) {
    this._drawn = drawn;
    this._select.replaceChildren(...names.map((name, at) => new Option(titles[at], name)));
    this._select.hidden = names.length < 2;
  }

  // The data of the board of that name, which is the one chosen from now on.
  async load(name) {
    const board = await this._fetch(name);
    this.choose(name);
    return board;
  }

  // Whether there are data of a board of that name.
  knows(name) {
    return this._offered(name) || this.elsewhere(name);
  }

  // The data of the board of that name, or of the first where there is none.
  data(name) {
    return this._fetch(this.knows(name) ? name : this._select.options[0].value);
  }

  // It is the one chosen from now on, where the list has it.
  choose(name) {
    if (!this._offered(name)) return;
    this._chosen = this._select.value = name;
  }

  // Whether that board is no Pico: it has no prompt, and its data and firmware are its computer's files.
  elsewhere(name) {
    return this._drawn.includes(name);
  }

  _offered(name) {
    return [...this._select.options].some(({ value }) => value === name);
  }

  // A function that chooses the board again that is chosen now, `board` its data, which it returns.
  keep(board) {
    const name = this._chosen;
    return () => {
      this.choose(name);
      return board;
    };
  }

  // `use(board)` is called with the data of each board that is chosen, `failed(error)` where there
  // are none: the one before it stays. Of two that are chosen one after the other the last one counts.
  onChoice(use, failed) {
    this._select.addEventListener("change", () => {
      const name = this._select.value;
      const last = () => this._select.value === name && !this._select.disabled; // which it is while a real board is shown
      this._select.blur();
      this._fetch(name).then(
        (board) => {
          if (!last()) return;
          const address = new URL(location);
          address.searchParams.set("board", name);
          history.replaceState(history.state, "", address);
          this.choose(name);
          use(board);
        },
        (error) => {
          if (last()) this._select.value = this._chosen;
          failed(error);
        },
      );
    });
  }
}
