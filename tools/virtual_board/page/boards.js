// Which board the page shows: a list to choose from, kept in the address. The match lies on the same
// flash, whichever board it is.

export class Boards {
  // `select`: the list's element. `names`: the boards there are, with their `titles`. `fetch(name)` gives one's data.
  constructor(select, names, titles, fetch) {
    this._select = select;
    this._fetch = fetch;
    select.replaceChildren(...names.map((name, at) => new Option(titles[at], name)));
    select.hidden = names.length < 2;
  }

  // The data of the board of that name, which is the one chosen from now on.
  async load(name) {
    const board = await this._fetch(name);
    return this._choose(name, board);
  }

  // The data of the board of that name, or of the first where there is none.
  data(name) {
    const names = [...this._select.options].map(({ value }) => value);
    return this._fetch(names.includes(name) ? name : names[0]);
  }

  // A function that chooses the board again that is chosen now, `board` its data, which it returns.
  keep(board) {
    const name = this._select.value;
    return () => this._choose(name, board);
  }

  _choose(name, board) {
    this._select.value = name;
    return board;
  }

  // `use(board)` is called with the data of each board that is chosen, `failed(error)` where there
  // are none.
  onChoice(use, failed) {
    this._select.addEventListener("change", () => {
      const address = new URL(location);
      address.searchParams.set("board", this._select.value);
      history.replaceState(history.state, "", address);
      this._select.blur();
      this.load(this._select.value).then(use, failed);
    });
  }
}
