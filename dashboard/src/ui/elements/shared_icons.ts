// The icons that the pages before sign-in also use. The dashboard's other icons are in Icon.tsx.

export const SHARED_ICONS = {
  check: "M3 8.500l3.200 3L13 4.500",
  copy: "M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3",
  eye: "M1.500 8S4 3.500 8 3.500 14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8M8 6.200a1.800 1.800 0 1 1 0 3.600 1.800 1.800 0 0 1 0-3.600",
} as const;
