/** The clause of the rules that describes a kind of card. */
export const CLAUSE: Record<string, string> = {
  concession: "GR-16",
  bank: "GR-18",
  saloon: "GR-19",
  post_office: "GR-20",
  station: "GR-21",
  dynamite: "GR-22",
  raid: "GR-23",
  hold_up: "GR-24",
  stagecoach: "GR-25",
  one_armed_bandit: "GR-26",
  judge: "GR-27",
  new_vein: "GR-28",
  telegraph: "GR-29",
  governor: "GR-30",
  mustang: "GR-31",
};
