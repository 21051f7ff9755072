// Which board the page shows: a list to choose from, kept in the address. The match lies on the same
// flash, whichever board it is.

export class Boards {
  // `select`: the list's element. `names`: the boards there are, with their `titles`. `drawn`: those that the page
  // shows at a cable alone. `fetch(name)` gives one's data.
  constructor(select, names, titles, drawn, fetch) {
    this._select = select;
    this._drawn = drawn;
    this._fetch = fetch;
    select.replaceChildren(...names.map((name, at) => new Option(titles[at], name)));
    select.hidden = names.length < 2;
  }

  // The data of the board of that name, which is the one chosen from now on.
  async load(name) {
    const board = await this._fetch(name);
    return this._choose(name, board);
  }

  // Whether there are data of a board of that name.
  knows(name) {
    return this._offered(name) || this.elsewhere(name);
  }

  // The data of the board of that name, or of the first where there is none.
  data(name) {
    return this._fetch(this.knows(name) ? name : this._select.options[0].value);
  }

  // The same for one at a cable, which is the one chosen from now on where the list has it.
  async show(name) {
    const board = await this.data(name);
    return this._offered(name) ? this._choose(name, board) : board;
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
