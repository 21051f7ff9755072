// The piezo. Browsers stay silent until somebody has touched the page, and so does this.

const KEY = "picogammon.sound";
const VOLUME = 0.05;

export class Sound {
  // `button`: the element that switches the sound on and off.
  constructor(button) {
    this._button = button;
    this._frequency = 0;
    this._duty = 0;
    this.on = remembered() !== "off";
    button.addEventListener("click", () => this._toggle());
    for (const gesture of ["pointerdown", "keydown"]) {
      addEventListener(gesture, () => this._wake(), { once: true, capture: true });
    }
    this._label();
  }

  // The PWM's frequency in Hz and duty of 65535.
  tone(frequency, duty) {
    this._frequency = frequency;
    this._duty = duty;
    this._play();
  }

  _toggle() {
    this.on = !this.on;
    try {
      localStorage.setItem(KEY, this.on ? "on" : "off");
    } catch {
      // Then it is only not remembered.
    }
    this._label();
    this._play();
  }

  _wake() {
    if (this._context || typeof AudioContext === "undefined") return;
    this._context = new AudioContext();
    this._voice = this._context.createOscillator();
    this._voice.type = "square";
    this._gain = this._context.createGain();
    this._gain.gain.value = 0;
    this._voice.connect(this._gain).connect(this._context.destination);
    this._voice.start();
    this._play();
  }

  _play() {
    if (!this._context) return;
    const sounding = this.on && this._frequency > 0 && this._duty > 0 && this._duty < 65535;
    const now = this._context.currentTime;
    if (sounding) this._voice.frequency.setValueAtTime(Math.min(this._frequency, 20000), now);
    // Not at once, or it would click.
    this._gain.gain.setTargetAtTime(sounding ? VOLUME * Math.sin((Math.PI * this._duty) / 65536) : 0, now, 0.003);
  }

  _label() {
    this._button.setAttribute("aria-pressed", String(this.on));
  }
}

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
